import { ResourceType } from '../../contract/content.ts';
import type { contentTracking as contentTrackingCalls, PrintableResponse } from '../../contract/contentTracking.ts';
import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { assertVisibleItem, iso, type LessonResource, lessonResources, usableLesson } from '../kit/access.ts';
import { recordUse, wholeSeconds } from '../kit/dailyUse.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';
import {
  assertInOrder,
  finishResource,
  type OpenAssignment,
  openAssignment,
  trackLessonTime,
  trackResourceProgress,
} from './player/tracking.ts';
import { submit } from './quiz/submit.ts';

/** Content tracking without an end event is closed after this long, in ms. */
export const trackTimeOut = 4 * 3600_000;

/** Closes the user's stale content tracks. How long the content was really viewed is unknown. */
async function endForgotten({ ports, user }: UserContext): Promise<void> {
  await ports.db
    .updateTable('content_track')
    .set((eb) => ({ ended_at: eb('started_at', '+', trackTimeOut), is_timed_out: 1 }))
    .where('user_puid', '=', user.user_puid)
    .where('ended_at', 'is', null)
    .where('started_at', '<', ports.now() - trackTimeOut)
    .execute();
}

interface Named {
  item_id: number;
  lesson_id: number;
  group_assignment_id?: number | undefined;
}

/** The student's assignment that contains a printable quiz, and the quiz's resource. */
async function sheetOf(
  { item_id, lesson_id, group_assignment_id }: Named,
  { ports, user }: UserContext,
): Promise<{ assignment: OpenAssignment; resource: LessonResource }> {
  const assignment = await openAssignment(ports, user, { lesson_id, ...(group_assignment_id ? { group_assignment_id } : {}) });
  const resource = (await lessonResources(ports.db, [lesson_id])).find(
    (one) => one.item_id === item_id && one.resource_type_id === ResourceType.printableQuiz,
  );
  if (!resource) throw notFound('printableQuiz');
  return { assignment, resource };
}

const responseOf = ({ response_text, is_on_paper, submitted_at }: Row<'printable_response'>): PrintableResponse => ({
  response_text,
  is_on_paper: is_on_paper === 1,
  submitted_at: iso(submitted_at),
});

export const contentTracking: HandlersOf<typeof contentTrackingCalls> = {
  startContentTracking: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const { item_id, item_type_id, lesson_id } = body;
    await assertVisibleItem(ports.db, user, item_id);
    if (lesson_id !== 0)
      await (user.role === Role.student ? openAssignment(ports, user, { lesson_id }) : usableLesson(ports.db, user, lesson_id));
    await endForgotten(context);
    const content_track_id = ports.newId();
    await transact(ports.db, async (trx) => {
      await trx
        .insertInto('content_track')
        .values({
          district_id: user.district_id,
          content_track_id,
          user_puid: user.user_puid,
          item_id,
          item_type_id,
          lesson_id: lesson_id === 0 ? null : lesson_id,
          started_at: ports.now(),
          ended_at: null,
          time_spent: 0,
          is_timed_out: 0,
        })
        .execute();
      await recordUse(trx, ports, user.user_puid, { items: 1 });
    });
    return content_track_id;
  },

  endContentTracking: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const own = { district_id: user.district_id, user_puid: user.user_puid, content_track_id: body.content_track_id };
    const track = await ports.db
      .selectFrom('content_track')
      .select('started_at')
      .where((eb) => eb.and(own))
      .executeTakeFirst();
    if (!track) throw notFound('contentTracking');
    const now = ports.now();
    const time_spent = Math.min(body.time_spent, (now - track.started_at) / 1000);
    await transact(ports.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('content_track')
        .set({ ended_at: now, time_spent, is_timed_out: 0 })
        .where((eb) => eb.and(own))
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('is_timed_out', '=', 1)]))
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 1)
        await recordUse(trx, ports, user.user_puid, { seconds: wholeSeconds(time_spent) }, track.started_at);
    });
    return null;
  },

  printableResponse: async ({ query }, context) => {
    const { ports, user } = context;
    assertSelf(user, query.user_puid);
    const { assignment } = await sheetOf(query, context);
    const response = await ports.db
      .selectFrom('printable_response')
      .selectAll()
      .where('group_assignment_id', '=', assignment.group_assignment_id)
      .where('user_puid', '=', user.user_puid)
      .where('item_id', '=', query.item_id)
      .executeTakeFirst();
    return response ? responseOf(response) : null;
  },

  submitPrintableQuiz: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.UserPuid);
    const response_text = body.response_text.trim();
    if (response_text === '' && !body.is_on_paper) throw refuse('sheetEmpty');
    const { assignment, resource } = await sheetOf(body, context);
    await assertInOrder(ports.db, assignment, resource, assignment.tracking_id ?? 0);
    const response = {
      district_id: user.district_id,
      group_assignment_id: assignment.group_assignment_id,
      user_puid: user.user_puid,
      item_id: body.item_id,
      response_text,
      is_on_paper: body.is_on_paper ? 1 : 0,
      submitted_at: ports.now(),
    };
    await transact(ports.db, async (trx) => {
      await trx
        .insertInto('printable_response')
        .values(response)
        .onConflict((conflict) =>
          conflict.columns(['district_id', 'group_assignment_id', 'user_puid', 'item_id']).doUpdateSet((eb) => ({
            response_text: eb.ref('excluded.response_text'),
            is_on_paper: eb.ref('excluded.is_on_paper'),
            submitted_at: eb.ref('excluded.submitted_at'),
          })),
        )
        .execute();
      const tracking_id = await trackLessonTime(trx, ports, user, assignment, 0);
      const resource_tracking_id = await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds: 0, percentage: 0 });
      await finishResource(trx, ports, user.district_id, resource_tracking_id, resource.lesson_id);
    });
    return responseOf(response);
  },

  submitReadersQuiz: ({ body }, context) => submit(body, context),
};
