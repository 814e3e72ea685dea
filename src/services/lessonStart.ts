import { workspace } from '../../contract/workspace.ts';
import type { StartOrder } from '../machines/lessonStart/lessonStartMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The calls of the `lessonStart` chart. */
export const lessonStartActors = (send: Send) => ({
  startLesson: callActor<number, StartOrder>(({ input: { userPuid: user_puid, lessonId: lesson_id, mode }, signal }) =>
    send(mode === 'start' ? workspace.startLesson : workspace.previewLesson, { user_puid, lesson_id }, { signal }),
  ),
});
