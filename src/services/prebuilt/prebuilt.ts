import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { mostCopies, type PrebuiltLesson, prebuilt } from '../../../contract/prebuilt.ts';
import type { LessonDetail, LessonUse } from '../../../contract/workspace.ts';
import type { LoadOrder, Saved, SaveOrder } from '../../machines/workspace/lessonOrders.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { allowed, type RecordSource } from '../kit/records.ts';
import { fieldsOf, type LessonFormActors, lessonBuilderActors } from '../workspace/lessonBuilder.ts';

interface Stop {
  signal: AbortSignal;
}

/** A prebuilt lesson as its form shows it: the value of a choice is a text. */
export type PrebuiltRow = Omit<PrebuiltLesson, 'unit_id'> & { unit_id: string };

const asRow = (lesson: PrebuiltLesson): PrebuiltRow => ({ ...lesson, unit_id: String(lesson.unit_id) });

/** The district's prebuilt lessons. Adding one answers with its `lesson_id`. */
export const prebuiltSource = (send: Send, user: UserData): RecordSource<PrebuiltRow> => {
  const { userPuid: user_puid } = user;
  const named = ({ lesson_name, unit_id }: Values) => ({ lesson_name: String(lesson_name), unit_id: Number(unit_id) });
  const one = ({ lesson_id }: PrebuiltRow) => ({ user_puid, lesson_id });
  const edits = {
    get: async (row: PrebuiltRow, stop: Stop) => asRow(await send(prebuilt.prebuiltRow, one(row), stop)),
    add: (values: Values, stop: Stop) => send(prebuilt.savePrebuilt, { user_puid, same_name: 'ask', ...named(values) }, stop),
    update: async (row: PrebuiltRow, values: Values, stop: Stop) =>
      asRow(await send(prebuilt.placePrebuilt, { ...one(row), version: row.version, ...named(values) }, stop)),
    uses: async (row: PrebuiltRow, stop: Stop) => {
      const { groups, students, not_started, in_progress, completed } = await send(prebuilt.prebuiltUse, one(row), stop);
      return { groups, students, not_started, in_progress, completed };
    },
    remove: (row: PrebuiltRow, stop: Stop) => send(prebuilt.deletePrebuilt, one(row), stop),
    restore: (row: PrebuiltRow, _: unknown, stop: Stop) => send(prebuilt.restorePrebuilt, one(row), stop),
  };
  return {
    keyOf: ({ lesson_id }) => String(lesson_id),
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = (await send(prebuilt.prebuiltList, { user_puid }, signal ? { signal } : {})).map(asRow);
      return { total: rows.length, rows };
    },
    ...allowed(
      user,
      {
        get: prebuilt.prebuiltRow,
        add: prebuilt.savePrebuilt,
        update: prebuilt.placePrebuilt,
        uses: prebuilt.prebuiltUse,
        remove: prebuilt.deletePrebuilt,
        restore: prebuilt.restorePrebuilt,
      },
      edits,
    ),
  };
};

/** The calls of the lesson form for a prebuilt lesson. */
export const prebuiltFormActors = (send: Send, user_puid: number): LessonFormActors => ({
  ...lessonBuilderActors(send),
  loadLesson: callActor<LessonDetail, LoadOrder>(({ input, signal }) =>
    send(prebuilt.prebuiltLesson, { user_puid, lesson_id: input.lessonId }, { signal }),
  ),
  countUse: callActor<LessonUse, { lessonId: number }>(({ input, signal }) =>
    send(prebuilt.prebuiltUse, { user_puid, lesson_id: input.lessonId }, { signal, quiet: true }),
  ),
  saveLesson: callActor<Saved, SaveOrder>(async ({ input, signal }) => {
    const { lesson_id, version } = await send(
      prebuilt.savePrebuilt,
      {
        ...fieldsOf(input),
        ...(input.lessonId === null ? {} : { lesson_id: input.lessonId }),
        ...(input.version === null ? {} : { version: input.version }),
      },
      { signal, quiet: true },
    );
    return { lessonId: lesson_id, version };
  }),
});

/** Publishes a lesson into any number of districts, as many per call as it takes. */
export async function publishPrebuilt(
  send: Send,
  { district_ids, ...one }: { user_puid: number; lesson_id: number; district_ids: readonly number[] },
  signal: AbortSignal,
): Promise<{ published: number; changed: number }> {
  const sum = { published: 0, changed: 0 };
  for (let from = 0; from < district_ids.length; from += mostCopies) {
    const part = await send(prebuilt.publishPrebuilt, { ...one, district_ids: district_ids.slice(from, from + mostCopies) }, { signal });
    sum.published += part.published;
    sum.changed += part.changed;
  }
  return sum;
}
