import { createContext, use } from 'react';
import type { UserData } from '../../../contract/login.ts';
import type { Right } from '../../../contract/rights.ts';
import { useUser } from '../hooks.ts';

/** Rights that the user has beside those of the role; the staff's frame provides them. */
export const RightsContext = createContext<readonly Right[]>([]);

/** The user with these rights, as `may` asks for them. */
export const useAsker = (): UserData & { rights: readonly Right[] } => ({ ...useUser(), rights: use(RightsContext) });
