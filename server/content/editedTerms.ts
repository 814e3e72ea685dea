import type { Db } from '../kit/access.ts';
import type { Values } from './changes.ts';
import type { CourseTerm, GlossaryContent } from './contentSet.ts';
import { termIdOf } from './ids.ts';

/** Texts of a term, and its subject, in the order in which they are stored and compared. */
export const termTexts = ({
  subject,
  term,
  term_es,
  definition,
  definition_es,
  fact,
  fact_es,
  fill_in,
  fill_in_es,
}: GlossaryContent): GlossaryContent => ({
  ...{ term, term_es, subject, definition, definition_es },
  ...{ fact, fact_es, fill_in, fill_in_es },
});

/** The course's terms beside those that administrators wrote (decision 060). */
export interface TermsWithEdits {
  /** Rows of `glossary_term` that nobody edited here. */
  written: Values[];
  /** Rows of `catalog_term` of which the course has other texts than it had, for the editor. */
  course: Values[];
  /** Terms of which the course has another version than the one that is shown. */
  kept: Set<number>;
}

export async function withEditedTerms(db: Db, glossary: readonly CourseTerm[]): Promise<TermsWithEdits> {
  const rows = await db
    .selectFrom('catalog_term as c')
    .innerJoin('glossary_term as t', 't.term_id', 'c.term_id')
    .selectAll('t')
    .select(['c.course', 'c.is_course_new'])
    .execute();
  const edited = new Map(rows.map((row) => [row.term_id, row]));
  const found: TermsWithEdits = { written: [], course: [], kept: new Set() };
  for (const one of glossary) {
    const term_id = termIdOf(one);
    const row = edited.get(term_id);
    if (!row) {
      found.written.push({ term_id, ...termTexts(one), ...(one.is_offered === false ? { is_offered: 0 } : {}) });
      continue;
    }
    const course = JSON.stringify(termTexts(one));
    // What was written here has come back from an export.
    if (course === JSON.stringify(termTexts(row))) continue;
    if (course !== row.course) found.course.push({ term_id, course, is_course_new: 1 });
    if (course !== row.course || row.is_course_new === 1) found.kept.add(term_id);
  }
  return found;
}
