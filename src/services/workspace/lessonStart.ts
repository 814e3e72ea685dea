import { workspace } from '../../../contract/workspace.ts';
import type { Send } from '../kit/client.ts';

/** Whether a lesson is started in front of the class, or only previewed. */
export type StartMode = 'start' | 'preview';

/** Records that a teacher starts or previews a lesson; returns the start id (specification, sections 4 and 7). */
export const startLesson = (send: Send, user_puid: number, lesson_id: number, mode: StartMode, signal: AbortSignal): Promise<number> =>
  send(mode === 'start' ? workspace.startLesson : workspace.previewLesson, { user_puid, lesson_id }, { signal });
