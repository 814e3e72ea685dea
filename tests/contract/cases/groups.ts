import type { groups } from '../../../contract/groups.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

const fields = { group_name: 'Science club', subject: null, grade: '6', period: null };

export const groupsCases: Cases<keyof typeof groups> = {
  myGroups: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  groupDetail: { as: 'tess', input: () => ({ group_puid: ids.class }) },
  addGroup: { as: 'tess', input: () => ({ ...fields, kind: 'group', user_puids: [ids.ana] }) },
  updateGroup: { as: 'tess', input: ({ roster }) => ({ ...fields, group_puid: roster.group, active: true }) },
  studentsToAdd: { as: 'tess', input: ({ roster }) => ({ group_puid: roster.group }), lenient: ['search'] },
  addGroupStudents: { as: 'tess', input: ({ roster }) => ({ group_puid: roster.group, user_puids: [ids.ben] }) },
  removeGroupStudents: { as: 'tess', input: ({ roster }) => ({ group_puid: roster.group, user_puids: [roster.member] }) },
  transferStudents: {
    as: 'tess',
    input: ({ roster }) => ({ from_group_puid: ids.class, to_group_puid: roster.group, user_puids: [roster.student] }),
  },
};
