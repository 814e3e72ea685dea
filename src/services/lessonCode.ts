import { endOfDay } from '../../common/zone.ts';
import { lessonCode } from '../../contract/lessonCode.ts';
import type { LessonCode } from '../machines/lessonCode/lessonCodeMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The calls of the `lessonCode` chart for one lesson: a code expires at the end of the chosen school day. */
export const lessonCodeActors = (send: Send, lesson_id: number, { time_zone, userPuid }: { time_zone: string; userPuid: number }) => ({
  loadCodes: callActor<LessonCode[]>(async ({ signal }) =>
    (await send(lessonCode.lessonCodes, { lesson_id }, { signal })).map(({ code, expires_at, created_at, created_by, guests }) => ({
      code,
      expiresAt: expires_at,
      createdAt: created_at,
      createdBy: created_by.user_puid === userPuid ? null : created_by.name,
      guests,
    })),
  ),
  generateCode: callActor<LessonCode, { until: string }>(async ({ input: { until }, signal }) => {
    const end = until === '' ? {} : { end_date: endOfDay(until, time_zone).toISOString() };
    const made = await send(lessonCode.generateCode, { lesson_id, ...end }, { signal });
    return { code: made.code, expiresAt: made.expires_at, createdAt: made.created_at, createdBy: null, guests: 0 };
  }),
  revokeCode: callActor<null, { code: string; endGuests: boolean }>(({ input, signal }) =>
    send(lessonCode.revokeCode, { lesson_id, code: input.code, end_guests: input.endGuests }, { signal }),
  ),
});
