import type { shell as shellCalls } from '../../contract/shell.ts';
import { upsertAll } from '../db/upsert.ts';
import { assertSelf, type HandlersOf } from '../kit/handler.ts';

export const shell: HandlersOf<typeof shellCalls> = {
  userPhoto: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const photo = await ports.db
      .selectFrom('user_photo')
      .select(['media_type', 'content'])
      .where('user_puid', '=', user.user_puid)
      .executeTakeFirst();
    return photo ?? null;
  },

  userOverlay: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const rows = await ports.db
      .selectFrom('user_overlay')
      .select(['overlay_key', 'is_seen'])
      .where('user_puid', '=', user.user_puid)
      .orderBy('overlay_key')
      .execute();
    return rows.map(({ overlay_key, is_seen }) => ({ overlay_key, is_seen: is_seen === 1 }));
  },

  updateUserOverlay: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { district_id, user_puid } = user;
    const row = { district_id, user_puid, overlay_key: body.overlay_key, is_seen: body.is_seen ? 1 : 0, updated_at: ports.now() };
    await upsertAll(ports.db, 'user_overlay', ['district_id', 'user_puid', 'overlay_key'], [row]);
    return null;
  },
};
