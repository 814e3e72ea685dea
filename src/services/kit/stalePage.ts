/** A page reloads itself at most once in this time, in ms, so that a broken deployment does not cause a reload loop. */
const between = 60_000;
const key = 'orrery.reloadedAt';

/** The address being opened, not yet in the address bar. */
let wanted: string | null = null;

/** Sets the address being opened, or null for none. A reload goes there. */
export function openingPlace(path: string | null): void {
  wanted = path;
}

interface StalePagePorts {
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  isOnline: () => boolean;
  /** Whether the server answers. Never rejects. */
  isThere: () => Promise<boolean>;
  /** Reloads the page, at another address if given. */
  reload: (path: string | null) => void;
}

const browser: StalePagePorts = {
  storage: () => sessionStorage,
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  isThere: () =>
    fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: (path) => (path === null ? location.reload() : location.assign(path)),
};

/**
 * Errors of browsers and of the style loader when a chunk could not be fetched. A chunk that loaded and then threw has another message.
 */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload css/i;
const isFetchFailure = (event: Event): boolean => {
  const { payload } = event as { payload?: unknown };
  return payload === undefined || notFetched.test(String(payload));
};

/**
 * Handles a chunk that could not be loaded, most likely because a newer version is deployed. If the server answers, writes pending data and
 * reloads the page. Returns whether it reloads: not while offline or while no server answers, where the reload would bring the same page or
 * none, and not twice in a minute. Until then the page shows the failure.
 */
export async function reloadStale(
  event: Event,
  flush: () => void,
  { storage, now, isOnline, isThere, reload }: StalePagePorts = browser,
): Promise<boolean> {
  const place = wanted;
  if (!isOnline() || !isFetchFailure(event) || !(await isThere())) return false;
  try {
    const last = Number(storage().getItem(key));
    if (now() - last < between) return false;
    storage().setItem(key, String(now()));
  } catch {
    // Without storage the attempts cannot be counted.
    return false;
  }
  flush();
  reload(place);
  return true;
}
