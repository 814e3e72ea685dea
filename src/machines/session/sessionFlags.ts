import type { UserData } from '../../../contract/login.ts';

const student = 1;
const palmDistrict = 25_251;

/** Flags of the session state (specification, sections 3, 6 and 9), all derived from who is signed in. */
export interface SessionFlags {
  isLoginAsUser: boolean;
  isStudentUser: boolean;
  loggedInWithCode: boolean;
  isPalmDistrictStudent: boolean;
}

/** Derives the session's flags. */
export const sessionFlags = ({ role, districtID, user_info, acting }: UserData): SessionFlags => ({
  isLoginAsUser: acting !== undefined,
  isStudentUser: role === student,
  loggedInWithCode: user_info !== undefined,
  isPalmDistrictStudent: role === student && districtID === palmDistrict,
});
