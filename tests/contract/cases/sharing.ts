import { Role } from '../../../contract/kit.ts';
import { sharePermission, type sharing } from '../../../contract/sharing.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

const by = { shared_by_puid: ids.tess };

export const sharingCases: Cases<keyof typeof sharing> = {
  sharedUsers: { as: 'tess', input: ({ own_lesson_id }) => ({ lesson_id: own_lesson_id, role_id: Role.teacher, search: 'tom', ...by }) },
  shareLesson: {
    as: 'tess',
    input: ({ own_lesson_id }) => ({ lesson_id: own_lesson_id, user_puid_list: [ids.tom], permission: sharePermission, ...by }),
  },
  unshareLesson: { as: 'tess', input: ({ own_lesson_id }) => ({ lesson_id: own_lesson_id, user_puid_list: [ids.sue], ...by }) },
  createShareLink: { as: 'tess', input: ({ own_lesson_id }) => ({ lesson_id: own_lesson_id }) },
  revokeShareLink: { as: 'tess', input: ({ own_lesson_id }) => ({ lesson_id: own_lesson_id }) },
  shareLessonFromUrl: { as: 'tess', input: ({ share_id }) => ({ ...tess, id: share_id }) },
};
