import { type Finding, type LessonDetail, type LessonUse, nullText, workspace } from '../../../contract/workspace.ts';
import type { LoadOrder, Saved, SaveOrder } from '../../machines/workspace/lessonOrders.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { placeFields, resourceFields } from './workspace.ts';

/** The form's payload: "null" for empty texts, no minutes for 0 (specification, section 5). */
export const fieldsOf = ({ userPuid, isAssignment, place, draft, sameName }: SaveOrder) => ({
  user_puid: userPuid,
  lesson_name: draft.name.trim() || nullText,
  lesson_objective: draft.objective.trim() || nullText,
  instructions: draft.instructions,
  total_time: draft.totalTime === 0 ? (nullText as typeof nullText) : draft.totalTime,
  due_date: draft.dueDate || nullText,
  ...placeFields(place),
  is_assignment: isAssignment ? ('yes' as const) : ('no' as const),
  enforce_order: draft.enforceOrder,
  same_name: sameName,
  lesson_resources: resourceFields(draft.resources),
});

/** The calls of the lesson form's chart and of the charts that it runs. */
export type LessonFormActors = ReturnType<typeof lessonBuilderActors>;

/** Calls of the lesson builder (specification, section 7, Teacher workspace). */
export const lessonBuilderActors = (send: Send) => ({
  loadLesson: callActor<LessonDetail, LoadOrder>(({ input, signal }) =>
    send(workspace.getLesson, { lesson_id: input.lessonId, isAssignment: input.isAssignment }, { signal }),
  ),
  countUse: callActor<LessonUse, { lessonId: number }>(({ input, signal }) =>
    // Quiet: the form shows the progress, as for saving.
    send(workspace.lessonUse, { lesson_id: input.lessonId }, { signal, quiet: true }),
  ),
  saveLesson: callActor<Saved, SaveOrder>(async ({ input, signal }) => {
    // Quiet: the form shows the progress, without a spinner over the text.
    const options = { signal, quiet: true };
    const { lesson_id, version } =
      input.lessonId === null
        ? await send(workspace.createLesson, fieldsOf(input), options)
        : await send(
            workspace.updateLesson,
            {
              ...fieldsOf(input),
              lesson_id: input.lessonId,
              move_lesson: 'no',
              ...(input.version === null ? {} : { version: input.version }),
            },
            options,
          );
    return { lessonId: lesson_id, version };
  }),
  checkLesson: callActor<readonly Finding[], { lessonId: number }>(({ input, signal }) =>
    send(workspace.checkLesson, { lesson_id: input.lessonId }, { signal }),
  ),
});
