import { isRepeated, isTooShort, type NewPassword } from './formRules.ts';

const edited = { on: { 'form.edited': { target: 'typing', description: 'The person types again.' } } } as const;

/** What every chart asks of a new password that is typed twice; spread into its `setup({ guards })`. */
export const passwordGuards = {
  isTooShort: (_: unknown, { typed }: { typed: NewPassword }) => isTooShort(typed),
  isRepeated: (_: unknown, { typed }: { typed: NewPassword }) => isRepeated(typed),
};

/** Why these guards say no; spread into the chart's reasons. */
export const passwordReasons = {
  isTooShort: 'The new password is long enough.',
  isRepeated: 'The two passwords are not the same.',
};

/** States of a form with a new password; spread into the state that edits it. */
export const passwordStates = {
  typing: { description: 'What was wrong is being put right; the focus stays where the person types.' },
  tooShort: {
    description: 'The new password is too short; the field says so.',
    tags: 'failed',
    meta: { announce: 'account_password_too_short', focus: 'password' },
    ...edited,
  },
  different: {
    description: 'The second is not the first; the field says so.',
    tags: 'failed',
    meta: { announce: 'account_password_different', focus: 'repeated' },
    ...edited,
  },
} as const;
