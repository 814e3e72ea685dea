import { contentTracking, type PrintableResponse } from '../../contract/contentTracking.ts';
import { studentWork } from '../../contract/studentWork.ts';
import type { ContentEnd, ContentTrackingInput } from '../machines/contentTracking/contentTrackingMachine.ts';
import type { LoadedSheet, PrintableQuizInput, SheetSubmission } from '../machines/contentTracking/printableQuizMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Start and end of time on content. The end is not canceled with its actor: it outlives the page. */
export const contentTrackingActors = (send: Send) => ({
  startTracking: callActor<number, ContentTrackingInput>(({ input, signal }) =>
    send(
      contentTracking.startContentTracking,
      { user_puid: input.userPuid, item_id: input.itemId, item_type_id: input.itemTypeId, lesson_id: input.lessonId },
      { signal, quiet: true },
    ),
  ),
  endTracking: callActor<null, ContentEnd>(({ input }) =>
    send(
      contentTracking.endContentTracking,
      { user_puid: input.userPuid, content_track_id: input.contentTrackId, time_spent: input.timeSpent },
      { quiet: true, keepalive: true },
    ),
  ),
});

/** Calls of a printable quiz; `itemTypeId` is its resource's. */
export const printableQuizActors = (send: Send, itemTypeId: number) => ({
  loadSheet: callActor<LoadedSheet, PrintableQuizInput>(async ({ input, signal }) => {
    const named = { user_puid: input.userPuid, lesson_id: input.lessonId };
    const [sheet, response] = await Promise.all([
      send(studentWork.printableQuiz, { ...named, assignment_id: input.assignmentId, quiz_id: input.quizId }, { signal }),
      send(
        contentTracking.printableResponse,
        { ...named, item_id: input.itemId, item_type_id: itemTypeId, group_assignment_id: input.groupAssignmentId },
        { signal },
      ),
    ]);
    return { sheet, response };
  }),
  submitSheet: callActor<PrintableResponse, SheetSubmission>(({ input: { input, text, isOnPaper }, signal }) =>
    send(
      contentTracking.submitPrintableQuiz,
      {
        UserPuid: input.userPuid,
        item_id: input.itemId,
        lesson_id: input.lessonId,
        item_type_id: itemTypeId,
        response_text: text,
        is_on_paper: isOnPaper,
        group_assignment_id: input.groupAssignmentId,
      },
      { signal },
    ),
  ),
});
