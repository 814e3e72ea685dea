import type { lessonCode } from '../../../contract/lessonCode.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const lessonCodeCases: Cases<keyof typeof lessonCode> = {
  generateCode: { as: 'tess', input: () => ({ lesson_id: ids.freeLesson }) },
  lessonCodes: { as: 'tess', input: () => ({ lesson_id: ids.orderedLesson }), inOtherDistrict: 200 },
  revokeCode: { as: 'tess', input: ({ code }) => ({ lesson_id: ids.orderedLesson, code }) },
};
