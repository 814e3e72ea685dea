import { manageUsers } from '../account/manageUsers.screen.ts';
import { addressOf } from '../screen.ts';

/** Address of the users whom a search or filters leave. */
export const usersWith = (query: Readonly<Record<string, string>>) => `${addressOf(manageUsers)}?${new URLSearchParams(query)}`;

/** How a column of numbers looks. */
export const numbers = { align: 'end', width: 's' } as const;
