import type { people as peopleCalls } from '../../contract/people.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { accounts } from './people/accounts.ts';
import { adminHome, findAnything } from './people/adminHome.ts';

export const people: HandlersOf<typeof peopleCalls> = { adminHome, findAnything, ...accounts };
