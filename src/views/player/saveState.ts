import { useEffect, useState } from 'react';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { offer } from '../offer.ts';
import { problemText } from '../shell/problemText.ts';
import { useFields } from '../useFields.ts';
import type { Player } from './playerActor.ts';

/** What the server knows of the progress. A report that failed is sent again as soon as the user is online. */
export function useSaveState(player: Player, isOffline: boolean): SaveState {
  const { now } = useApp();
  const { isSaving, isUnsaved, refusal } = useFields(player, (state) => ({
    isSaving: state.hasTag('saving'),
    isUnsaved: state.hasTag('unsaved'),
    refusal: state.hasTag('refused') ? state.context.problem : null,
  }));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isOffline) offer(player, { type: 'connection.restored' });
  }, [isOffline, player]);
  useEffect(() => {
    if (!isSaving && !isUnsaved && player.getSnapshot().context.resourceTrackingId > 0) setSavedAt(now());
  }, [isSaving, isUnsaved, player, now]);
  if (refusal) return { kind: 'failed', reason: problemText(refusal) };
  if (isUnsaved) return { kind: isOffline ? 'offline' : 'failed' };
  if (isSaving) return { kind: 'saving' };
  return { kind: 'saved', ...(savedAt === null ? {} : { at: new Date(savedAt) }) };
}
