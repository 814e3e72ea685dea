import { type Draft, isSameDraft } from './draft.ts';

/** A draft with what Undo and Redo need. */
export interface DraftHistory {
  draft: Draft;
  /** Earlier drafts, the oldest first. */
  past: readonly Draft[];
  /** Undone drafts, the next one to redo first. */
  future: readonly Draft[];
  /** Field of the last keystroke. Further typing in it belongs to the same undo step. */
  field: string | null;
}

/** A change to the draft and its field. `isTyped`: further typing in the same field belongs to the same undo step. */
export interface DraftChange {
  draft: Draft;
  field: string;
  isTyped: boolean;
}

/** Undo limit. Typing in the rich text field adds one step per word. */
const mostSteps = 500;

/** A history that starts with this draft. */
export const historyOf = (draft: Draft): DraftHistory => ({ draft, past: [], future: [], field: null });

/** Takes another draft as one undo step. */
export const replaced = ({ draft: before, past }: DraftHistory, draft: Draft): DraftHistory => ({
  draft,
  past: [...past, before].slice(-mostSteps),
  future: [],
  field: null,
});

/** Takes a change, as a new undo step unless it continues the last one. */
export const changed = (history: DraftHistory, { draft, field, isTyped }: DraftChange): DraftHistory => ({
  ...(isTyped && history.field === field ? { ...history, draft, future: [] } : replaced(history, draft)),
  field: isTyped ? field : null,
});

/** Goes one undo step back. There must be one. */
export const undone = ({ draft, past, future }: DraftHistory): DraftHistory => ({
  draft: past.at(-1) as Draft,
  past: past.slice(0, -1),
  future: [draft, ...future],
  field: null,
});

/** Goes one undo step forward again. There must be one. */
export const redone = ({ draft, past, future }: DraftHistory): DraftHistory => ({
  draft: future[0] as Draft,
  past: [...past, draft],
  future: future.slice(1),
  field: null,
});

/** Whether the change makes a difference. */
export const isChange = (history: DraftHistory, { draft }: DraftChange): boolean => !isSameDraft(history.draft, draft);
