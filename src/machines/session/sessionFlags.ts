import type { UserData } from '../../../contract/login.ts';

const student = 1;
const palmDistrict = 25_251;

/** Flags of the session state (specification, sections 3, 6 and 9), all derived from who is signed in. */
export interface SessionFlags {
  isLoginAsUser: boolean;
  isStudentUser: boolean;
  loggedInWithCode: boolean;
  isPalmDistrictStudent: boolean;
  /** Whether what nobody asked for may be shown, such as hints and notifications: not in somebody else's name, not to guests of one lesson. */
  showPopUps: boolean;
}

/** Derives the session's flags. */
export const sessionFlags = ({ role, districtID, user_info, acting }: UserData): SessionFlags => ({
  isLoginAsUser: acting !== undefined,
  isStudentUser: role === student,
  loggedInWithCode: user_info !== undefined,
  isPalmDistrictStudent: role === student && districtID === palmDistrict,
  showPopUps: acting === undefined && user_info === undefined,
});
