import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** Typing after so long a rest is a step of its own to undo, in milliseconds. */
const pause = 1_000;

/** Typing or deleting that is undone as one. */
interface Group {
  kind: 'typing' | 'deleting';
  /** Where the text that was typed stands; of deleting, the place twice. */
  from: number;
  to: number;
  at: number;
}

/** How a change of the text goes on from the group before; null: it is neither typing nor deleting. */
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
 * Numbers the steps by which changes of a text are undone. Typing goes on in a step until the next word or a rest; each paste, each
 * format and each new paragraph is one.
 */
export function textSteps(now: () => number) {
  let step = 0;
  let group: Group | null = null;
  return {
    /** @returns the step that a change belongs to; `isWhole`: it is one by itself, whatever it looks like. */
    stepOf(transaction: Transaction, isWhole: boolean): number {
      const next = isWhole ? null : groupOf(transaction, group, now());
      group = next?.group ?? null;
      if (!next?.goesOn) step += 1;
      return step;
    },
    /** What comes is a new step: the text has been replaced from outside. */
    end() {
      group = null;
    },
  };
}
