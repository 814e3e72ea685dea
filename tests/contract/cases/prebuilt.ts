import type { prebuilt } from '../../../contract/prebuilt.ts';
import { idOf } from '../../../server/content/ids.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const max = { user_puid: ids.max };
const { freeLesson: lesson_id } = ids;
const unit_id = idOf('course/unit');
const texts = ['lesson_name', 'lesson_objective', 'instructions'];

export const prebuiltCases: Cases<keyof typeof prebuilt> = {
  prebuiltList: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  prebuiltLesson: { as: 'dan', input: () => ({ ...dan, lesson_id }) },
  prebuiltRow: { as: 'dan', input: () => ({ ...dan, lesson_id }) },
  prebuiltUse: { as: 'dan', input: () => ({ ...dan, lesson_id }) },
  savePrebuilt: {
    as: 'dan',
    input: () => ({ ...dan, lesson_name: 'Rocks', unit_id }),
    again: (at) => ({ lesson_name: `Rocks ${at}` }),
    inOtherDistrict: 200,
    lenient: texts,
  },
  placePrebuilt: { as: 'dan', input: () => ({ ...dan, lesson_id, version: 1, lesson_name: 'Rocks', unit_id }) },
  deletePrebuilt: { as: 'dan', input: () => ({ ...dan, lesson_id }) },
  restorePrebuilt: { as: 'dan', input: ({ content }) => ({ ...dan, lesson_id: content.removedLesson }) },
  prebuiltCopies: { as: 'max', input: () => ({ ...max, lesson_id }), inOtherDistrict: 403 },
  publishPrebuilt: { as: 'max', input: () => ({ ...max, lesson_id, district_ids: [ids.otherDistrict] }), inOtherDistrict: 403 },
};
