import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { useFields } from '../useFields.ts';

/** Whether the form can be changed: while the teacher edits it, and while a save runs that does not lead on to assigning. */
export const isEditable = (snapshot: SnapshotFrom<typeof lessonBuilderMachine>): boolean =>
  snapshot.hasTag('editable') || (snapshot.hasTag('saving') && !snapshot.hasTag('toAssign'));

/** Whether the server is saving the form, or counting who has the lesson before that. */
export function useIsSaving(builder: ActorRefFrom<typeof lessonBuilderMachine>): boolean {
  const { isSent, saveQuestion } = useFields(builder, (snapshot) => ({
    isSent: snapshot.hasTag('saving'),
    saveQuestion: snapshot.children.saveQuestion,
  }));
  const isCounting = useSelector(saveQuestion, (snapshot) => snapshot?.hasTag('busy') ?? false);
  return isSent || isCounting;
}
