import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { problemText } from '../shell/problemText.ts';

/** Why a registration failed: the server's text, or "Registration failed". */
export const registrationFailure = (problem: Problem): string => (problem.message ? problemText(problem) : m.account_registration_failed());
