import type { UserData } from '../../../contract/login.ts';

const student = 1;
const palmDistrict = 25_251;

/** Flags of the session state (specification, sections 3, 6 and 9), all derived from the signed-in user. */
export interface SessionFlags {
  isLoginAsUser: boolean;
  isStudentUser: boolean;
  loggedInWithCode: boolean;
  isPalmDistrictStudent: boolean;
  /** Whether to show hints and notifications. Off while acting as another user and for guests of a single lesson. */
  showPopUps: boolean;
}

/** Derives the session flags from the signed-in user. */
export const sessionFlags = ({ role, districtID, user_info, acting }: UserData): SessionFlags => ({
  isLoginAsUser: acting !== undefined,
  isStudentUser: role === student,
  loggedInWithCode: user_info !== undefined,
  isPalmDistrictStudent: role === student && districtID === palmDistrict,
  showPopUps: acting === undefined && user_info === undefined,
});
