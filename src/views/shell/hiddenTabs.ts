'use no memo'; // Cheap to draw: see decision 011.

import { login } from '../../../contract/login.ts';
import { sessionSlice } from '../../services/kit/slices/session.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';

/** The tabs that the district or the school has switched off, by key; none until it is known. */
export function useHiddenTabs(): ReadonlySet<string> {
  const { send } = useApp();
  const { districtID: district_id } = useUser();
  const { data } = useCollection((signal) => send(login.navTabStatus, { district_id }, { signal, quiet: true }), sessionSlice);
  return new Set(data?.filter(({ show }) => !show).map(({ key }) => key));
}
