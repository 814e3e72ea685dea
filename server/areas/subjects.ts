import { sql } from 'kysely';
import { subjectResource } from '../../contract/subjects.ts';
import { records } from '../records/records.ts';

/**
 * A class names its subject in words, as rosters give them: they belong together when the words are the same, whatever the case. Words
 * are compared as they are as well, because SQLite lowers the letters of English alone.
 */
export const subjects = records(subjectResource, {
  table: 'subject',
  computed: (eb) => ({
    classes: eb
      .selectFrom('class_group as g')
      .select((inner) => inner.fn.countAll().as('count'))
      .where('g.active', '=', 1)
      .where((inner) =>
        inner.or([
          inner('g.subject', '=', inner.ref('subject.name')),
          inner(sql`lower(trim(${inner.ref('g.subject')}))`, '=', inner.ref('subject.name_key')),
        ]),
      ),
  }),
  uses: async (_, { classes }) => ({ classes: Number(classes) }),
  // Classes of a roster keep what their source calls the subject.
  updated: async (db, before, after) => {
    if (before.name === after.name) return;
    const name = String(before.name);
    await db
      .updateTable('class_group')
      .set({ subject: String(after.name) })
      .where('sourced_id', 'is', null)
      .where((eb) => eb.or([eb('subject', '=', name), eb(sql`lower(trim(${eb.ref('subject')}))`, '=', name.trim().toLowerCase())]))
      .execute();
  },
});
