import { recordingFlag } from './inspectionPoint.ts';

const load = async (): Promise<void> => {
  (await import('./inspection.ts')).record();
};

/**
 * Where the address says `?inspect` or the flag is up, resolves when the recorder runs, so that it sees the product start. Else loads
 * nothing, and the recorder at the moment when the flag goes up.
 */
export async function recordOnDemand(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === recordingFlag && newValue !== null) void load();
  });
  if (new URLSearchParams(location.search).has('inspect') || localStorage.getItem(recordingFlag) !== null) await load();
}
