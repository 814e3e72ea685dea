import { sql } from 'kysely';
import { subjectResource } from '../../contract/subjects.ts';
import { records } from '../records/records.ts';

/**
 * A class names its subject in words, as rosters do. They match when the words are equal, ignoring case. The exact words are compared too,
 * because SQLite lowercases only ASCII letters.
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
  // Roster classes keep the subject name of their source.
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
