import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { readTableState, type TableState, writeTableState } from '../ui/tableState.ts';
import { useUser } from './hooks.ts';

/**
 * Where a person is in a table, kept in the address: Back and links restore it. Typing does not fill the history. `prefix` tells several
 * tables of one page apart.
 */
export function useTableAddress(initial: TableState, prefix = '') {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  return {
    state: readTableState(params, initial, prefix),
    onStateChange: (state: TableState) => setParams((now) => writeTableState(now, state, initial, prefix), { replace: true, state: kept }),
  };
}

/** One value of the address, such as a filter; what equals `normal` is left out of it. */
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

/** Several values of the address, such as the filters of a report; what is empty is left out of it. `put` changes some together. */
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

/** The ticks of a person that an entry of the history keeps; null: none. */
function ticksIn(state: unknown, userPuid: number): ReadonlySet<string> | null {
  const { ticks, of } = Object(state) as { ticks?: unknown; of?: unknown };
  return Array.isArray(ticks) && of === userPuid ? new Set(ticks.map(String)) : null;
}

/**
 * The rows of a table that are ticked, null before somebody ticked or unticked one. They are kept beside the address: Back and a reload
 * restore them for who ticked them, a link does not carry them to others.
 */
export function useTicks(): [ReadonlySet<string> | null, (ticks: ReadonlySet<string>) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { userPuid } = useUser();
  const [ticks, setTicks] = useState(() => ticksIn(state, userPuid));
  const tick = (next: ReadonlySet<string>) => {
    setTicks(next);
    const kept = navigate({ search }, { replace: true, state: { ticks: [...next], of: userPuid }, preventScrollReset: true });
    // Browsers let an entry be written only so often in a moment: what a key that is held down ticks then, the page alone knows.
    Promise.resolve(kept).catch(() => {});
  };
  return [ticks, tick];
}
