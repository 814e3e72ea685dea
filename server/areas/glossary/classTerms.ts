import type { glossary as glossaryCalls } from '../../../contract/glossary.ts';
import { isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classStudents, visibleClass } from '../../reports/classWork.ts';
import { ownTermsOf, withOwnTerms } from './ownTerms.ts';
import { levelOf } from './practice.ts';
import { glossaryOf, textsOf } from './terms.ts';

/** How the students of a class know terms. Who practiced a term in both languages counts once, by the better one. */
export const glossaryClass: HandlersOf<typeof glossaryCalls>['glossaryClass'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const students = await classStudents(db, group.group_puid);
  const ids = students.map(({ user_puid }) => user_puid);
  const stored =
    ids.length === 0
      ? []
      : await db
          .selectFrom('glossary_practice')
          .select(['user_puid', 'term_id'])
          .select((eb) => [eb.fn.max('box').as('box'), eb.fn.max('last_at').as('last_at')])
          .where('user_puid', 'in', ids)
          .groupBy(['user_puid', 'term_id'])
          .execute();
  const known = withOwnTerms(await glossaryOf(db), await ownTermsOf(db, [group.group_puid]));
  // What was practiced of terms that are gone is kept, and not counted.
  const rows = stored.filter(({ term_id }) => known.terms.has(term_id));
  const counts = (of: readonly { box: number }[]) => ({
    practiced: of.length,
    learning: of.filter(({ box }) => levelOf(box) === 'learning').length,
    familiar: of.filter(({ box }) => levelOf(box) === 'familiar').length,
    known: of.filter(({ box }) => levelOf(box) === 'known').length,
  });
  const byStudent = Map.groupBy(rows, ({ user_puid }) => user_puid);
  const byTerm = Map.groupBy(rows, ({ term_id }) => term_id);
  return {
    ...group,
    students: students.map((student) => {
      const own = byStudent.get(student.user_puid) ?? [];
      return {
        ...student,
        ...counts(own),
        last_at: isoOrNull(own.length === 0 ? null : Math.max(...own.map(({ last_at }) => last_at))),
        terms: own.map(({ term_id, box }) => ({ term_id, level: levelOf(box) })),
      };
    }),
    terms: known.sorted(query.language_id).flatMap((term) => {
      const of = byTerm.get(term.term_id);
      return of ? [{ term_id: term.term_id, subject: term.subject, term: textsOf(term, query.language_id).term, ...counts(of) }] : [];
    }),
  };
};
