import type { profile } from '../../../contract/profile.ts';
import type { shell } from '../../../contract/shell.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { png } from '../../server/pictures.ts';
import { ana, type Cases, tess } from './case.ts';

export const profileCases: Cases<keyof typeof profile | keyof typeof shell> = {
  userDetail: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  updateUserDetail: {
    as: 'tess',
    input: () => ({ ...tess, first_name: 'Tess', last_name: 'Teacher', email: null }),
    inOtherDistrict: 200,
  },
  userPhoto: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  uploadUserPhoto: { as: 'ana', input: () => ({ ...ana, photo: new File([png(64, 64)], 'me.png') }), inOtherDistrict: 200 },
  removeUserPhoto: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  userOverlay: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  updateUserOverlay: { as: 'ana', input: () => ({ ...ana, overlay_key: 'welcome', is_seen: true }), inOtherDistrict: 200 },
  allSchools: { as: 'tess', input: () => ({ district_id: 1, logged_in_user_puid: ids.tess }) },
  allGrades: { as: 'ana', input: () => ({}), inOtherDistrict: 200 },
  insertFeedback: {
    as: 'ana',
    input: () => ({
      ...ana,
      category: 'idea' as const,
      feedback_text: 'More planets.',
      feedback_file: new File([png(8, 8)], 'planet.png'),
    }),
    inOtherDistrict: 200,
    lenient: ['feedback_text'],
  },
  adoptionFeedback: {
    as: 'tess',
    input: () => ({ ...tess, rating: 5, feedback_text: 'It fits.' }),
    inOtherDistrict: 200,
    lenient: ['feedback_text'],
  },
  scheduleRequest: {
    as: 'tess',
    input: () => ({ ...tess, school_id: ids.school, grade_levels: '["6"]', primary_use: '["lessons"]', preferred_date: null, note: '' }),
    lenient: ['note'],
  },
};
