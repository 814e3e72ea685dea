import { recordingFlag } from './inspectionPoint.ts';

const load = async (): Promise<void> => {
  (await import('./inspection.ts')).record();
};

/**
 * If the address has `?inspect` or the flag is set, resolves once the recorder runs, so that it sees the product start. Otherwise resolves
 * at once and loads the recorder when the flag is set.
 */
export async function recordOnDemand(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === recordingFlag && newValue !== null) void load();
  });
  if (new URLSearchParams(location.search).has('inspect') || localStorage.getItem(recordingFlag) !== null) await load();
}
