import { type Draft, isSameDraft } from './draft.ts';

/** A draft with what Undo and Redo need; by default, a lesson's. */
export interface DraftHistory<D = Draft> {
  draft: D;
  /** Earlier drafts, the oldest first. */
  past: readonly D[];
  /** Undone drafts, the next one to redo first. */
  future: readonly D[];
  /** Field of the last keystroke. Further typing in it belongs to the same undo step. */
  field: string | null;
}

/** A change to the draft and its field. `isTyped`: further typing in the same field belongs to the same undo step. */
export interface DraftChange<D = Draft> {
  draft: D;
  field: string;
  isTyped: boolean;
}

/** Undo limit. Typing in the rich text field adds one step per word. */
const mostSteps = 500;

/** A history that starts with this draft. */
export const historyOf = <D>(draft: D): DraftHistory<D> => ({ draft, past: [], future: [], field: null });

/** Takes another draft as one undo step. */
export const replaced = <D>({ draft: before, past }: DraftHistory<D>, draft: D): DraftHistory<D> => ({
  draft,
  past: [...past, before].slice(-mostSteps),
  future: [],
  field: null,
});

/** Takes a change, as a new undo step unless it continues the last one. */
export const changed = <D>(history: DraftHistory<D>, { draft, field, isTyped }: DraftChange<D>): DraftHistory<D> => ({
  ...(isTyped && history.field === field ? { ...history, draft, future: [] } : replaced(history, draft)),
  field: isTyped ? field : null,
});

/** Goes one undo step back. There must be one. */
export const undone = <D>({ draft, past, future }: DraftHistory<D>): DraftHistory<D> => ({
  draft: past.at(-1) as D,
  past: past.slice(0, -1),
  future: [draft, ...future],
  field: null,
});

/** Goes one undo step forward again. There must be one. */
export const redone = <D>({ draft, past, future }: DraftHistory<D>): DraftHistory<D> => ({
  draft: future[0] as D,
  past: [...past, draft],
  future: future.slice(1),
  field: null,
});

/** Whether the change makes a difference. */
export const isChange = (history: DraftHistory, { draft }: DraftChange): boolean => !isSameDraft(history.draft, draft);
