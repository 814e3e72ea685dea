import type { leastPassword } from '../../contract/account.ts';

/** The two fields of a new password. */
export interface NewPassword {
  password: string;
  repeated: string;
}

const fewestCharacters: typeof leastPassword = 8;

/** Whether a new password is shorter than the server takes. */
export const isTooShort = ({ password }: Pick<NewPassword, 'password'>): boolean => password.length < fewestCharacters;

/** Whether both fields of a new password hold the same. */
export const isRepeated = ({ password, repeated }: NewPassword): boolean => password === repeated;

/** Whether a text has the form of an e-mail address; whether anybody has it, only an e-mail tells. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
