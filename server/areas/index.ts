import type { Calls } from '../../contract/index.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { assignments } from './assignments.ts';
import { content } from './content.ts';
import { login } from './login.ts';
import { quiz } from './quiz.ts';
import { student } from './student.ts';

/** Every handler, by the name of its call. */
export const handlers: HandlersOf<Calls> = { ...login, ...content, ...student, ...quiz, ...assignments };
