import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { type School, schools } from '../../../contract/schools.ts';
import type { Send } from '../kit/client.ts';
import { allowed, loadPages, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The schools in an administrator's scope. They are closed rather than deleted. */
export const schoolSource = (send: Send, user: UserData): RecordSource<School> => {
  const { userPuid: user_puid } = user;
  const edits = {
    get: ({ school_id }: School, stop: Stop) => send(schools.schoolGet, { user_puid, school_id }, stop),
    add: ({ name }: Values, stop: Stop) => send(schools.addSchool, { user_puid, name: String(name) }, stop),
    update: ({ school_id, version }: School, { name }: Values, stop: Stop) =>
      send(schools.updateSchool, { user_puid, school_id, version, name: String(name) }, stop),
  };
  return {
    keyOf: ({ school_id }) => String(school_id),
    load: loadPages<School>(send, schools.schoolList, { user_puid }),
    ...allowed(user, { get: schools.schoolGet, add: schools.addSchool, update: schools.updateSchool }, edits),
  };
};
