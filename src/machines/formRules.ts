import type { leastPassword } from '../../contract/account.ts';

/** The two fields for a new password. */
export interface NewPassword {
  password: string;
  repeated: string;
}

const fewestCharacters: typeof leastPassword = 8;

/** Whether a new password is shorter than the server accepts. */
export const isTooShort = ({ password }: Pick<NewPassword, 'password'>): boolean => password.length < fewestCharacters;

/** Whether both password fields match. */
export const isRepeated = ({ password, repeated }: NewPassword): boolean => password === repeated;
