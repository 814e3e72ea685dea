import type { CheckedAnswer, FillInQuestion } from '../../contract/glossary.ts';
import { termSets } from '../../contract/termSets.ts';
import type { Hint } from '../machines/glossary/fillInMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Who practices which set where, and in which language. `lesson_id` and `resource_id` are 0 in a preview. */
interface SetPlace {
  user_puid: number;
  item_id: number;
  lesson_id: number;
  group_assignment_id: number;
  resource_id: number;
  language_id: number;
}

/** How far a student is in a set. */
export interface SetProgress {
  right_count: number;
  percentage_completed: number;
}

/** The calls of the `fillIn` chart for a set of terms. `onProgress` gets what the server has after each answer. */
export const termSetActors = (send: Send, place: SetPlace, onProgress: (progress: SetProgress) => void) => ({
  loadRound: callActor<readonly FillInQuestion[]>(async ({ signal }) => {
    const { questions, ...progress } = await send(termSets.termSetQuestions, place, { signal });
    onProgress(progress);
    return questions;
  }),
  loadHint: callActor<Hint, { term_id: number; step: number }>(async ({ input, signal }) => {
    const { first_letter, lengths } = await send(termSets.termSetHint, { ...place, ...input }, { signal });
    return { firstLetter: first_letter, lengths };
  }),
  checkAnswer: callActor<CheckedAnswer, { term_id: number; answer: string; hints: number }>(
    async ({ input: { term_id, answer, hints }, signal }) => {
      const checked = await send(termSets.checkTermSet, { ...place, term_id, answer_text: answer, hints }, { signal });
      onProgress(checked);
      return checked;
    },
  ),
});
