import { useSearchParams } from 'react-router-dom';
import { readTableState, type TableState, writeTableState } from '../ui/tableState.ts';

/** Where a person is in a table, kept in the address: Back and links restore it. Typing does not fill the history. */
export function useTableAddress(initial: TableState) {
  const [params, setParams] = useSearchParams();
  return {
    state: readTableState(params, initial),
    onStateChange: (state: TableState) => setParams((now) => writeTableState(now, state, initial), { replace: true }),
  };
}

/** One value of the address, such as a filter; what equals `normal` is left out of it. */
export function useAddressValue(name: string, normal: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const put = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === normal) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params.get(name) ?? normal, put];
}
