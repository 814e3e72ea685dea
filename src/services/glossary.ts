import { type CheckedAnswer, type FillInQuestion, type GlossarySubject, glossary } from '../../contract/glossary.ts';
import type { Hint } from '../machines/glossary/fillInMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Who practices what, and in which language. */
interface Practice {
  user_puid: number;
  language_id: number;
  /** Undefined for all subjects. */
  subject: GlossarySubject | undefined;
}

/** The calls of the `fillIn` chart. */
export const fillInActors = (send: Send, { subject, ...own }: Practice) => ({
  loadRound: callActor<readonly FillInQuestion[]>(
    async ({ signal }) => (await send(glossary.glossaryFillIn, { ...own, ...(subject ? { subject } : {}) }, { signal })).questions,
  ),
  loadHint: callActor<Hint, { term_id: number; step: number }>(async ({ input, signal }) => {
    const { first_letter, lengths } = await send(glossary.glossaryHint, { ...own, ...input }, { signal });
    return { firstLetter: first_letter, lengths };
  }),
  checkAnswer: callActor<CheckedAnswer, { term_id: number; answer: string; hints: number }>(
    ({ input: { term_id, answer, hints }, signal }) =>
      send(glossary.checkFillIn, { ...own, term_id, answer_text: answer, hints }, { signal }),
  ),
});
