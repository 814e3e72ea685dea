import type { Question } from '../../../contract/quiz.ts';

/** Questions that stand on one page: each term is marked in the first one that uses it. The others stay as they are. */
export function termsOnce<One extends Pick<Question, 'terms'>>(questions: readonly One[]): One[] {
  const seen = new Set<number>();
  return questions.map((question) => {
    if (!question.terms || question.terms.length === 0) return question;
    const terms = question.terms.filter(({ term_id }) => !seen.has(term_id));
    for (const { term_id } of terms) seen.add(term_id);
    return { ...question, terms };
  });
}

/** A question whose text is shown without marks: its terms are those of the explanation. */
export function unmarked({ terms: _, ...question }: Question): Question {
  return question;
}
