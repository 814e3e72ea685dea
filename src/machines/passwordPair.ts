import { isRepeated, isTooShort, type NewPassword } from './formRules.ts';

const edited = { on: { 'form.edited': { target: 'typing', description: 'The user edits the field, which clears the error.' } } } as const;

/** Guards shared by all charts with a new password that is typed twice; spread into `setup({ guards })`. */
export const passwordGuards = {
  isTooShort: (_: unknown, { typed }: { typed: NewPassword }) => isTooShort(typed),
  isRepeated: (_: unknown, { typed }: { typed: NewPassword }) => isRepeated(typed),
};

/** Why these guards refuse; spread into the chart's reasons. */
export const passwordReasons = {
  isTooShort: 'The new password is long enough.',
  isRepeated: 'The two passwords differ.',
};

/** States of a form with a new password; spread into the state that edits it. */
export const passwordStates = {
  typing: { description: 'The user is correcting an error. The focus stays in the field being edited.' },
  tooShort: {
    description: 'The new password is too short. The field says so.',
    tags: 'failed',
    meta: { announce: 'account_password_too_short', focus: 'password' },
    ...edited,
  },
  different: {
    description: 'The two passwords differ. The second field says so.',
    tags: 'failed',
    meta: { announce: 'account_password_different', focus: 'repeated' },
    ...edited,
  },
} as const;
