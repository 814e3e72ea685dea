import { account } from './account.ts';
import { assignments } from './assignments.ts';
import { content } from './content.ts';
import { login } from './login.ts';
import { quiz } from './quiz.ts';
import { registration } from './registration.ts';
import { sso } from './sso.ts';
import { student } from './student.ts';

/** Every call between SPA and backend, by name. */
export const calls = { ...login, ...account, ...registration, ...sso, ...content, ...student, ...quiz, ...assignments };
export type Calls = typeof calls;
