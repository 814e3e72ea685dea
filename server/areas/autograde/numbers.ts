import { type Layout, newestOf, type StoredQuestion } from '../quiz/questions.ts';

/** Ids of an attempt's questions in the order that the student has, with those that the teacher has dropped since. */
const shownIn = (layout: string): number[] => {
  const { questions, shown = questions }: Layout = JSON.parse(layout);
  return shown;
};

/** What most students see before each question, from 1. Of two that as many see, the later one counts. */
function numbersIn(layouts: readonly string[]): Map<number, number> {
  const seen = new Map<number, Map<number, number>>();
  for (const layout of layouts)
    for (const [at, question_id] of shownIn(layout).entries()) {
      const times = seen.get(question_id) ?? new Map<number, number>();
      seen.set(question_id, times.set(at + 1, (times.get(at + 1) ?? 0) + 1));
    }
  const mostSeen = (times: ReadonlyMap<number, number>) => [...times].reduce((most, one) => (one[1] >= most[1] ? one : most))[0];
  return new Map([...seen].map(([question_id, times]) => [question_id, mostSeen(times)]));
}

/** The number of a question in these attempts, oldest first; if none has it, its place in its version of the quiz. */
export const numberIn = (layouts: readonly string[], { question_id, place, sort_order }: StoredQuestion): number =>
  numbersIn(layouts).get(question_id) ?? place ?? sort_order;

/**
 * The questions that these attempts have, by number; without attempts, those that new ones get. A quiz may have been published many times,
 * and nobody here has the questions of most versions.
 *
 * @param questions of all versions
 * @param layouts of the attempts, oldest first
 */
export function askedIn(questions: readonly StoredQuestion[], layouts: readonly string[]): { question: StoredQuestion; number: number }[] {
  if (layouts.length === 0) return newestOf(questions).map((question, at) => ({ question, number: at + 1 }));
  const numbers = numbersIn(layouts);
  return questions
    .flatMap((question) => {
      const number = numbers.get(question.question_id);
      return number === undefined ? [] : [{ question, number }];
    })
    .toSorted((a, b) => a.number - b.number || a.question.sort_order - b.question.sort_order);
}
