import type { classTransfers } from '../../../contract/groups.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };

export const classTransfersCases: Cases<keyof typeof classTransfers> = {
  transferTeachers: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  classesOfTeacher: { as: 'dan', input: () => ({ teacher_puid: ids.tess }) },
  transferClasses: {
    as: 'dan',
    input: ({ roster }) => ({ from_teacher_puid: ids.tess, to_teacher_puid: ids.tom, group_puids: [roster.group] }),
  },
  classTransferList: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  undoClassTransfer: { as: 'dan', input: ({ roster }) => ({ transfer_id: roster.transfer }) },
};
