import { endOfDay } from '../../common/zone.ts';
import { login } from '../../contract/login.ts';
import type { LessonCode } from '../machines/lessonCode/lessonCodeMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The call of the `lessonCode` chart: the code is good until the chosen day ends at the school. */
export const lessonCodeActors = (send: Send, lesson_id: number, timeZone: string) => ({
  generateCode: callActor<LessonCode, { until: string }>(async ({ input: { until }, signal }) => {
    const made = await send(
      login.generateCode,
      { lesson_id, ...(until === '' ? {} : { end_date: endOfDay(until, timeZone).toISOString() }) },
      { signal },
    );
    return { code: made.code, expiresAt: made.expires_at };
  }),
});
