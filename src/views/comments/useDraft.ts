import { useState } from 'react';
import type { Persistence } from '../../services/kit/persistence.ts';
import { commentDraftsSlice } from '../../services/kit/slices/commentDrafts.ts';
import { useApp } from '../app.ts';

/** An answer that is not sent yet, on this device. */
export function useDraft(commentId: number): { draft: string; keepDraft: (text: string) => void } {
  const { persistence } = useApp();
  const [draft, setDraft] = useState(() => persistence()?.read(commentDraftsSlice)?.[commentId] ?? '');
  return {
    draft,
    keepDraft: (text) => {
      setDraft(text);
      writeDraft(persistence(), commentId, text);
    },
  };
}

/** Keeps a draft on the device; an empty one is deleted. */
export const writeDraft = (persistence: Persistence | undefined, commentId: number, text: string): void =>
  persistence?.update(commentDraftsSlice, (before = {}) => {
    const { [commentId]: _old, ...others } = before;
    return text === '' ? others : { ...others, [commentId]: text };
  });
