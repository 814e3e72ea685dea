import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** A pause after which typing starts a new undo step, in milliseconds. */
const pause = 1_000;

/** Typing or deleting that is undone as one step. */
interface Group {
  kind: 'typing' | 'deleting';
  /** Range of the typed text. For deletions both ends are the same. */
  from: number;
  to: number;
  at: number;
}

/** How a change continues the previous group; null if it is neither typing nor deleting. */
function groupOf({ steps, docs }: Transaction, before: Group | null, at: number): { group: Group; goesOn: boolean } | null {
  const [step, ...others] = steps;
  if (!(step instanceof ReplaceStep) || others.length > 0) return null;
  const { from, to, slice } = step;
  const isRecent = before !== null && at - before.at < pause;
  if (slice.size === 0) {
    const goesOn = isRecent && before.kind === 'deleting' && (to === before.from || from === before.from);
    return { group: { kind: 'deleting', from, to: from, at }, goesOn };
  }
  const text = slice.content.childCount === 1 ? slice.content.firstChild?.text : undefined;
  if (text === undefined) return null;
  const isInside = isRecent && before.kind === 'typing' && from >= before.from && to <= before.to;
  if (!isInside) return { group: { kind: 'typing', from, to: from + text.length, at }, goesOn: false };
  const isNewWord = from === before.to && /^\S/.test(text) && /\s$/.test(docs[0]?.textBetween(from - 1, from, ' ', ' ') ?? '');
  const grown = before.to + text.length - (to - from);
  return { group: { kind: 'typing', from: isNewWord ? from : before.from, to: grown, at }, goesOn: !isNewWord };
}

/**
 * Numbers the undo steps of a text. Typing stays in one step until the next word or a pause. Each paste, format and new paragraph is its
 * own step.
 */
export function textSteps(now: () => number) {
  let step = 0;
  let group: Group | null = null;
  return {
    /** @returns the step of a change; `isWhole` makes the change its own step. */
    stepOf(transaction: Transaction, isWhole: boolean): number {
      const next = isWhole ? null : groupOf(transaction, group, now());
      group = next?.group ?? null;
      if (!next?.goesOn) step += 1;
      return step;
    },
    /** Starts a new step after the text was replaced from outside. */
    end() {
      group = null;
    },
  };
}
