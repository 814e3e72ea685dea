import type { workspace } from '../../../contract/workspace.ts';
import { usableLesson } from '../../kit/access.ts';
import { recordUse } from '../../kit/dailyUse.ts';
import { assertSelf, type HandlersOf } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';

async function noteStart(ports: TenantPorts, user: TokenUser, lesson_id: number, mode: 'start' | 'preview'): Promise<number> {
  const lesson = await usableLesson(ports.db, user, lesson_id);
  const start_id = ports.newId();
  await transact(ports.db, async (trx) => {
    await trx
      .insertInto('lesson_start')
      .values({
        district_id: user.district_id,
        start_id,
        user_puid: user.user_puid,
        lesson_id: lesson.lesson_id,
        mode,
        started_at: ports.now(),
      })
      .execute();
    // A preview is preparation, not use with a class.
    if (mode === 'start') await recordUse(trx, ports, user.user_puid, { lessons: 1 });
  });
  return start_id;
}

export const lessonStarts: HandlersOf<Pick<typeof workspace, 'startLesson' | 'previewLesson'>> = {
  startLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return noteStart(ports, user, query.lesson_id, 'start');
  },
  previewLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return noteStart(ports, user, query.lesson_id, 'preview');
  },
};
