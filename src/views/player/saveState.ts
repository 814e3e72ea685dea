import type { SaveState } from '../../ui/SaveStatus.tsx';
import { problemText } from '../shell/problemText.ts';
import { useFields } from '../useFields.ts';
import type { Player } from './playerActor.ts';

/** What the server knows of the progress. */
export function useSaveState(player: Player, isOffline: boolean): SaveState {
  const { isSaving, isUnsaved, refusal, savedAt } = useFields(player, (state) => ({
    isSaving: state.hasTag('saving'),
    isUnsaved: state.hasTag('unsaved'),
    refusal: state.hasTag('refused') ? state.context.problem : null,
    savedAt: state.context.savedAt,
  }));
  if (refusal) return { kind: 'failed', reason: problemText(refusal) };
  if (isUnsaved) return { kind: isOffline ? 'offline' : 'failed' };
  if (isSaving) return { kind: 'saving' };
  return { kind: 'saved', ...(savedAt === null ? {} : { at: new Date(savedAt) }) };
}
