import { useCallback, useEffect, useState } from 'react';
import { type AuthoredDocument, draftEditorMachine, type KeptDraft } from '../../machines/authoring/draftEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type DraftCalls, draftEditorActors } from '../../services/authoring.ts';
import type { Slice } from '../../services/kit/persistence.ts';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { offer } from '../offer.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { useFields } from '../useFields.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { until } from './until.ts';

interface DraftForm<D extends AuthoredDocument> {
  calls: DraftCalls;
  /** Null for a new document. */
  itemId: number | null;
  /** What a new document begins with. */
  start: () => D;
  /** Where drafts that the server does not have stay on this device, and how their keys begin. */
  slice: Slice<Record<string, KeptDraft<D>>>;
  keptAs: string;
  /** A kept draft from before documents had all of their fields. */
  complete?: (document: D) => D;
  onCreated?: ((itemId: number) => void) | undefined;
  /** Going from the new document's address to the one with its id is not leaving. */
  isSameForm?: (from: string, to: string) => boolean;
  onPublished?: () => void;
  /** What is announced once the draft is published. */
  published: string;
}

const announcements = { common_load_failed: m.common_load_failed };
const never = () => false;

/** A form whose changes are saved as a draft, driven by the `draftEditor` chart, with the command that publishes the draft. */
export function useDraftEditor<D extends AuthoredDocument>(form: DraftForm<D>) {
  const { persistence, chance, actor: app } = useApp();
  const { calls, itemId, slice, keptAs, published: publishedText, isSameForm = never } = form;
  const [input] = useState(() => {
    const found = persistence()?.read(slice)?.[`${keptAs}${itemId ?? 'new'}`] ?? null;
    return {
      ...{ itemId, creationKey: crypto.randomUUID(), chance: chance(), document: form.start() },
      kept: found && { ...found, document: form.complete?.(found.document) ?? found.document },
    };
  });
  const keep = useKeptDraft(slice);
  const editor = useChart(draftEditorMachine, {
    actors: draftEditorActors(calls, app),
    input,
    announce: announcements,
    on: {
      'draft.saved': ({ itemId: id }) => {
        if (itemId !== null) return;
        keep(`${keptAs}new`, null);
        form.onCreated?.(id);
      },
    },
  });
  const { draft, ...seen } = useFields(editor, (snapshot) => ({
    draft: snapshot.context.draft as D,
    version: snapshot.context.version,
    publishedVersion: snapshot.context.publishedVersion,
    itemId: snapshot.context.itemId,
    problem: snapshot.context.problem,
    other: snapshot.context.other,
    canUndo: snapshot.context.past.length > 0,
    canRedo: snapshot.context.future.length > 0,
    isOpen: snapshot.hasTag('form'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isPending: snapshot.hasTag('pending'),
    isSaving: snapshot.hasTag('saving'),
    isUnsaved: snapshot.hasTag('unsaved'),
    isRefused: snapshot.hasTag('refused'),
    isConflict: snapshot.hasTag('conflict'),
  }));
  const { version, problem } = seen;
  const hasUnsaved = seen.isPending || seen.isSaving || seen.isUnsaved;
  useEffect(() => {
    // While the document is loading, the draft of an earlier visit stays.
    if (seen.isOpen) keep(`${keptAs}${seen.itemId ?? 'new'}`, hasUnsaved ? { document: draft, version } : null);
  }, [keep, keptAs, seen.isOpen, seen.itemId, hasUnsaved, draft, version]);
  const blocker = useLeaveGuard(seen.isUnsaved, isSameForm);

  /** Resolves when the server has the newest draft; rejects with the reason if it cannot have it. */
  const whenSaved = useCallback(
    async (signal: AbortSignal) => {
      offer(editor, { type: 'save.hurried' });
      const isSettled = (snapshot: ReturnType<typeof editor.getSnapshot>) => !snapshot.hasTag('pending') && !snapshot.hasTag('saving');
      const { context } = await until(editor, isSettled, signal);
      if (context.itemId === null || context.version === null || context.draft !== context.saved)
        throw context.problem ?? { code: 0, message: '' };
      return { item_id: context.itemId, version: context.version };
    },
    [editor],
  );
  const publication = useCommand(
    'draftPublication',
    async (_: null, { signal }) => calls.publish(await whenSaved(signal), { signal, quiet: true }),
    { announce: { done: () => publishedText, failed: problemText }, onDone: () => form.onPublished?.() },
  );
  const published = Math.max(seen.publishedVersion ?? 0, publication.result?.published_version ?? 0);
  const saveState: SaveState = seen.isConflict
    ? { kind: 'conflict' }
    : seen.isRefused
      ? { kind: 'failed', ...(problem ? { reason: problemText(problem) } : {}) }
      : seen.isUnsaved
        ? { kind: 'offline' }
        : hasUnsaved
          ? { kind: 'saving' }
          : { kind: 'saved' };
  return {
    ...{ draft, ...seen, hasUnsaved, blocker, whenSaved, publication, saveState },
    /** A version was published before. */
    wasPublished: published > 0,
    /** The newest version is the published one. */
    isPublished: published > 0 && published === version && !hasUnsaved,
    /** What somebody else saved, while the author compares. */
    theirs: seen.isConflict && seen.other ? (seen.other.document as D) : null,
    change: (next: D, field: string, isTyped: boolean) => editor.send({ type: 'draft.changed', draft: next, field, isTyped }),
    undo: () => offer(editor, { type: 'change.undone' }),
    redo: () => offer(editor, { type: 'change.redone' }),
    retry: () => editor.send({ type: 'draft.retried' }),
    retrySave: () => offer(editor, { type: 'delivery.retried' }),
    takeTheirs: () => editor.send({ type: 'theirs.taken' }),
    keepMine: () => editor.send({ type: 'mine.kept' }),
  };
}

/** What the frame of a form needs to know of it. */
export type DraftEditor = Omit<ReturnType<typeof useDraftEditor<AuthoredDocument>>, 'change'>;

/** Stores a draft on this device under a key, or removes it. */
function useKeptDraft<D extends AuthoredDocument>(slice: Slice<Record<string, KeptDraft<D>>>) {
  const { persistence } = useApp();
  return useCallback(
    (key: string, kept: KeptDraft<D> | null) => {
      const store = persistence();
      if (!store || (kept === null && store.read(slice)?.[key] === undefined)) return;
      // Drafts that another tab stored for other documents stay.
      store.update(slice, (drafts) => {
        const { [key]: _, ...others } = drafts ?? {};
        return kept ? { ...others, [key]: kept } : others;
      });
      if (kept === null) store.flush();
    },
    [persistence, slice],
  );
}
