import { Role } from '../../contract/kit.ts';
import type { workspace as workspaceCalls } from '../../contract/workspace.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import { folders } from './workspace/folders.ts';
import { folderTree } from './workspace/folderTree.ts';
import { lessonCheck } from './workspace/lessonCheck.ts';
import { type Lessons, pageOf, sharersOf } from './workspace/lessonPage.ts';
import { lessonStarts } from './workspace/lessonStarts.ts';
import { lessons } from './workspace/lessons.ts';
import { lessonUse } from './workspace/lessonUse.ts';
import { ownLessons, placeColumns, readPlace, sharedLessons } from './workspace/places.ts';

export const workspace: HandlersOf<typeof workspaceCalls> = {
  workspaceData: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const meta = query.offset === 0 ? await folderTree(db, user) : null;
    if (query.sharedby_user_puid !== undefined) {
      const from = query.sharedby_user_puid;
      const known = await db
        .selectFrom('app_user')
        .select('user_puid')
        .where('user_puid', '=', from)
        .where('role_id', '>=', Role.teacher)
        .executeTakeFirst();
      if (!known) throw notFound('user');
      const shared = sharedLessons(db, user).where('s.shared_by_puid', '=', from) as unknown as Lessons;
      return { ...(await pageOf(db, user, shared, query, sharersOf(db, user))), meta };
    }
    const place = await readPlace(db, user, query);
    const here = placeColumns
      .filter((column) => !column.startsWith('is_custom') || place[column] !== null)
      .reduce(
        (lessons, column) =>
          place[column] === null ? lessons.where(`l.${column}`, 'is', null) : lessons.where(`l.${column}`, '=', place[column]),
        ownLessons(db, user),
      );
    return { ...(await pageOf(db, user, here, query)), meta };
  },

  allLessons: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const page =
      query.is_shared === 'yes'
        ? await pageOf(db, user, sharedLessons(db, user) as unknown as Lessons, query, sharersOf(db, user))
        : await pageOf(db, user, ownLessons(db, user), query);
    return { ...page, meta: query.offset === 0 ? await folderTree(db, user) : null };
  },

  ...folders,
  ...lessons,
  ...lessonUse,
  ...lessonCheck,
  ...lessonStarts,
};
