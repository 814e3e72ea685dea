import type { authoring } from '../../../contract/authoring.ts';
import { Role } from '../../../contract/kit.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ownQuiz } from '../../server/ownQuiz.ts';
import { png } from '../../server/pictures.ts';
import type { Cases } from './case.ts';

const quiz = ownQuiz();

export const authoringCases: Cases<keyof typeof authoring> = {
  authoredQuizzes: { as: 'tess', input: () => ({}), inOtherDistrict: 200 },
  authoredQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id }) },
  createQuiz: {
    as: 'tess',
    input: () => ({ creation_key: 'device-1', quiz }),
    again: (at) => ({ creation_key: `device-${at + 1}` }),
    inOtherDistrict: 200,
  },
  saveQuiz: {
    as: 'tess',
    input: ({ own_quiz_id: item_id }) => ({ item_id, version: 1, quiz }),
    again: (at) => ({ version: at + 1 }),
  },
  publishQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id, version: 1 }) },
  copyQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id, title: 'A copy' }) },
  removeQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id }) },
  restoreQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id }) },
  previewDraft: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id }) },
  keyCorrections: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id }) },
  uploadPicture: {
    as: 'tess',
    input: () => ({ picture: new File([png(64, 64)], 'cell.png') }),
    inOtherDistrict: 200,
  },
  picture: { as: 'tess', input: ({ picture_id }) => ({ picture_id }) },
  quizColleagues: {
    as: 'tess',
    input: ({ own_quiz_id: item_id }) => ({ item_id, role_id: Role.teacher, search: 'tom' }),
    lenient: ['search'],
  },
  shareQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id, user_puid_list: [ids.tom] }) },
  unshareQuiz: { as: 'tess', input: ({ own_quiz_id: item_id }) => ({ item_id, user_puid_list: [ids.sue] }) },
};
