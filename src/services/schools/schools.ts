import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { type School, schools } from '../../../contract/schools.ts';
import type { Send } from '../kit/client.ts';
import { allowed, loadPages, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** Names a school in a call of the administrator `user_puid`. */
export const whichSchool = (user_puid: number, { school_id, district_id }: Pick<School, 'school_id' | 'district_id'>) => ({
  user_puid,
  school_id,
  district_id,
});

/**
 * The schools in an administrator's scope. They are closed rather than deleted. `chosen`: id of the district whose schools are shown; absent
 * for the administrator's own.
 */
export const schoolSource = (send: Send, user: UserData, chosen?: string): RecordSource<School> => {
  const { userPuid: user_puid, districtID } = user;
  const setting = { user_puid, district_id: Number(chosen || districtID) };
  const edits = {
    get: (school: School, stop: Stop) => send(schools.schoolGet, whichSchool(user_puid, school), stop),
    add: ({ name }: Values, stop: Stop) => send(schools.addSchool, { ...setting, name: String(name) }, stop),
    update: (school: School, { name }: Values, stop: Stop) =>
      send(schools.updateSchool, { ...whichSchool(user_puid, school), version: school.version, name: String(name) }, stop),
  };
  return {
    keyOf: ({ school_id }) => String(school_id),
    load: loadPages<School>(send, schools.schoolList, setting),
    ...allowed(user, { get: schools.schoolGet, add: schools.addSchool, update: schools.updateSchool }, edits),
  };
};
