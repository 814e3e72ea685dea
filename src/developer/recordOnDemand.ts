import { recordingFlag } from './inspectionPoint.ts';

/** Records from now on where the address says `?inspect` or the flag is up, else from the moment it goes up. Loads nothing until then. */
export function recordOnDemand(): void {
  const load = () => void import('./inspection.ts').then(({ record }) => record());
  if (new URLSearchParams(location.search).has('inspect') || localStorage.getItem(recordingFlag) !== null) load();
  addEventListener('storage', ({ key, newValue }) => {
    if (key === recordingFlag && newValue !== null) load();
  });
}
