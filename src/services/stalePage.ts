/** A page reloads itself at most once in this time, in ms: a deployment that is broken must not make it spin. */
const between = 60_000;
const key = 'orrery.reloadedAt';

/** The place that is being opened: not yet in the address bar. */
let wanted: string | null = null;

/** Says which place is being opened now, or that none is: a page that loads anew goes there. */
export function openingPlace(path: string | null): void {
  wanted = path;
}

interface StalePagePorts {
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  isOnline: () => boolean;
  /** Loads the page anew, at another place where one is named. */
  reload: (path: string | null) => void;
}

const browser: StalePagePorts = {
  storage: () => sessionStorage,
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  reload: (path) => (path === null ? location.reload() : location.assign(path)),
};

/** How browsers, and the loader of styles, say that a part could not be fetched; a part that came and failed by itself says something else. */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload css/i;
const isFetchFailure = (event: Event): boolean => {
  const { payload } = event as { payload?: unknown };
  return payload === undefined || notFetched.test(String(payload));
};

/**
 * A part of the program could not be loaded: most likely a newer version is there, and this page is of an older one. Writes down what
 * waits to be written, then loads the page anew; the event's error goes no further then. Answers whether it does: not without a
 * connection, where the same page would come again or none, and not twice in a minute.
 */
export function reloadStale(event: Event, flush: () => void, { storage, now, isOnline, reload }: StalePagePorts = browser): boolean {
  if (!isOnline() || !isFetchFailure(event)) return false;
  try {
    const last = Number(storage().getItem(key));
    if (now() - last < between) return false;
    storage().setItem(key, String(now()));
  } catch {
    // Nobody could say how often it has been tried.
    return false;
  }
  event.preventDefault();
  flush();
  reload(wanted);
  return true;
}
