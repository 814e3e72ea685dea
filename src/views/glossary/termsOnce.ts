import type { Question } from '../../../contract/quiz.ts';

/** Questions that stand on one page: each term is marked in the first one that uses it. The others stay as they are. */
export function termsOnce(questions: readonly Question[]): Question[] {
  const seen = new Set<number>();
  return questions.map((question) => {
    if (!question.terms || question.terms.length === 0) return question;
    const terms = question.terms.filter(({ term_id }) => !seen.has(term_id));
    for (const { term_id } of terms) seen.add(term_id);
    return { ...question, terms };
  });
}
