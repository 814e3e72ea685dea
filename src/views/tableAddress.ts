import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { readTableState, type TableState, writeTableState } from '../ui/tableState.ts';
import { useUser } from './hooks.ts';

/**
 * Table state kept in the address, so that Back and links restore it. Typing adds no history entries. `prefix` separates several tables on
 * one page.
 */
export function useTableAddress(initial: TableState, prefix = '') {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  return {
    state: readTableState(params, initial, prefix),
    onStateChange: (state: TableState) => setParams((now) => writeTableState(now, state, initial, prefix), { replace: true, state: kept }),
  };
}

/** One value of the address, such as a filter. It is omitted when it equals `normal`. */
export function useAddressValue(name: string, normal: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  const put = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === normal) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, state: kept },
    );
  return [params.get(name) ?? normal, put];
}

/** Several values of the address, such as the filters of a report. Empty ones are omitted. `put` changes several together. */
export function useAddressValues<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) || undefined])) as Partial<Record<Name, string>>;
  const put = (changes: Partial<Record<Name, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, state: kept },
    );
  return [values, put] as const;
}

/** A user's ticks stored in a history entry; null if there are none. */
function ticksIn(state: unknown, userPuid: number): ReadonlySet<string> | null {
  const { ticks, of } = Object(state) as { ticks?: unknown; of?: unknown };
  return Array.isArray(ticks) && of === userPuid ? new Set(ticks.map(String)) : null;
}

/**
 * The ticked rows of a table; null until the user ticks or unticks one. Stored in the history entry: Back and a reload restore them for the
 * same user, and a link does not pass them on.
 */
export function useTicks(): [ReadonlySet<string> | null, (ticks: ReadonlySet<string>) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { userPuid } = useUser();
  const [ticks, setTicks] = useState(() => ticksIn(state, userPuid));
  // A search typed right after a tick writes the state of the render before it. So the entry is compared whenever either of them changes.
  useEffect(() => {
    if (!ticks) return;
    const stored = ticksIn(state, userPuid);
    if (stored?.size === ticks.size && [...ticks].every((one) => stored.has(one))) return;
    const kept = navigate({ search }, { replace: true, state: { ticks: [...ticks], of: userPuid }, preventScrollReset: true });
    // Browsers limit how often a history entry can be written. While a key is held down, some ticks exist only on the page.
    Promise.resolve(kept).catch(() => {});
  }, [ticks, state, search, userPuid, navigate]);
  return [ticks, setTicks];
}
