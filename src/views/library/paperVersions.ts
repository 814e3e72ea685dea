import type { Question } from '../../../contract/quiz.ts';

/** Versions of a sheet for students who sit side by side. */
export type PaperVersion = 'a' | 'b';

const turned = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

/**
 * An order that is the same at every print and on every device: ids are hashes of what they name. Version B is turned by half, so that at two
 * or more parts none is in the same place in both.
 */
const arranged = <T extends { id: number }>(list: readonly T[], version: PaperVersion): T[] =>
  turned(
    list.toSorted((a, b) => a.id - b.id),
    version === 'a' ? 0 : Math.floor(list.length / 2),
  );

/** The questions of a sheet in one of its versions, options too. "True" stays before "false". The key follows, since it names options by id. */
export const versionOf = (questions: readonly Question[], version: PaperVersion): Question[] =>
  arranged(questions, version).map((question) => {
    if (question.question_type === 'true_false') return question;
    const options = arranged(question.answer_options, version);
    // By chance, options to order or place may stand in their right places.
    const isSolved = question.correct_option_ids?.every((id, place) => options[place]?.id === id) ?? false;
    return { ...question, answer_options: isSolved ? turned(options, 1) : options };
  });
