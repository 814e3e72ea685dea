import type { leastPassword } from '../../contract/account.ts';
import { part } from './chart.ts';
import * as form from './form.ts';
import { failed } from './problem.ts';

/** The two fields for a new password. */
export interface NewPassword {
  password: string;
  repeated: string;
}

/** `tooShort`, `different`: which of the two fields is wrong. */
export type Tag = 'tooShort' | 'different';

const fewestCharacters: typeof leastPassword = 8;

/** Guards of every form with a new password that is typed twice; spread into `setup({ guards })`. */
export const guards = {
  isTooShort: (_: unknown, { typed }: { typed: NewPassword }) => typed.password.length < fewestCharacters,
  isRepeated: (_: unknown, { typed }: { typed: NewPassword }) => typed.password === typed.repeated,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  isTooShort: 'The new password is long enough.',
  isRepeated: 'The two passwords differ.',
};

/** States of a form with a new password; spread into the state that edits it, next to `form.states`. */
export const states = part({
  tooShort: {
    ...form.fieldError,
    description: 'The new password is too short. The field says so.',
    ...failed({ announce: 'account_password_too_short', focus: 'password' }, 'fieldError', 'tooShort'),
  },
  different: {
    ...form.fieldError,
    description: 'The two passwords differ. The second field says so.',
    ...failed({ announce: 'account_password_different', focus: 'repeated' }, 'fieldError', 'different'),
  },
});
