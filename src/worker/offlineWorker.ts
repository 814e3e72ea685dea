import { contentFiles } from '../../common/contentFiles.ts';

/** Build data for the worker. */
export interface Edition {
  /** Changes with any asset. */
  version: string;
  /** URLs of the assets that students need offline. */
  assets: readonly string[];
  /** The page's entry script: a page with another one belongs to another edition. */
  entry: string;
}

/** The worker's environment. */
export interface WorkerPorts {
  caches: CacheStorage;
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  origin: string;
  /** Rejects after the time to wait for a page when there is a stored one. */
  patience: () => Promise<never>;
}

const prefix = 'orrery-edition-';
/** Cache of pictures, films and files of saved lessons; the page maintains it. */
const saved = 'orrery-saved-pictures';
const shell = '/';

const isOther = (path: string) => /^\/(api\/|config\.json$|openapi\.json$|developer(\/|$))/.test(path);
const isAsset = (path: string) => path.startsWith('/assets/');
/** Content of saved lessons: media that a page shows, whatever its URL, and content files, which the page fetches. */
const isOfLesson = ({ destination }: Request, path: string) =>
  destination === 'image' || destination === 'video' || path.startsWith(contentFiles);

/**
 * The response to a range request from a full response (RFC 9110, 14). Video players request ranges, and cannot seek in a full response.
 * Unsupported range forms get the full response.
 */
async function partOf(whole: Response, range: string | null): Promise<Response> {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return whole;
  const data = await whole.blob();
  const { size } = data;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const headers = new Headers(whole.headers);
  headers.set('accept-ranges', 'bytes');
  headers.set('content-range', `bytes ${start}-${end}/${size}`);
  headers.set('content-length', String(end - start + 1));
  return new Response(data.slice(start, end + 1), { status: 206, headers });
}

/**
 * The service worker's logic. It keeps the program of this edition and of the previous one on the device, so that a page opened before a
 * deployment still finds its chunks. Pages, pictures, films and files come from the network first. Calls of the backend and `/config.json`
 * are never intercepted.
 */
export function offlineWorker({ version, assets, entry }: Edition, { caches, fetch, origin, patience }: WorkerPorts) {
  const name = prefix + version;

  const fromNetwork = async (request: Request): Promise<Response> => {
    const answer = await fetch(request);
    // Hashed names: a cached asset never changes.
    if (answer.ok && isAsset(new URL(request.url).pathname)) await (await caches.open(name)).put(request, answer.clone());
    return answer;
  };
  /** Only the worker's own caches, this edition's first. */
  const kept = async (request: Request | string): Promise<Response | undefined> => {
    const others = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
    const own = [name, ...others];
    for (const one of own) {
      const found = await (await caches.open(one)).match(request);
      if (found) return found;
    }
    return undefined;
  };
  const page = async (request: Request): Promise<Response> => {
    const here = await (await caches.open(name)).match(shell);
    if (!here) return fetch(request);
    return Promise.race([fetch(request), patience()]).catch(() => here);
  };

  const ofLesson = async (request: Request): Promise<Response> => {
    const answer = await fetch(request).catch((error: unknown) => ({ error }));
    // A server error counts as no response.
    if ('status' in answer && answer.status < 500) return answer;
    const found = await (await caches.open(saved)).match(request.url, { ignoreVary: true });
    if (found) return partOf(found, request.headers.get('range'));
    if ('error' in answer) throw answer.error;
    return answer;
  };

  return {
    /** All or nothing: an edition with a mismatched page and assets is rejected. */
    async install(): Promise<void> {
      const cache = await caches.open(name);
      const answer = await fetch(shell, { cache: 'reload' });
      const html = await answer.clone().text();
      if (!answer.ok || !html.includes(entry)) {
        await caches.delete(name);
        throw new Error('The page is of another edition than the worker.');
      }
      const missing: string[] = [];
      for (const asset of assets) {
        // Unchanged assets are copied from the last edition instead of fetched.
        const old = await kept(asset);
        if (old) await cache.put(asset, old);
        else missing.push(asset);
      }
      await cache.addAll(missing);
      await cache.put(shell, answer);
    },

    /** Keeps the newest older edition and deletes the others. */
    async activate(): Promise<void> {
      const older = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
      await Promise.all(older.slice(0, -1).map((one) => caches.delete(one)));
    },

    /** The worker's response; undefined if only the network may answer. */
    answer(request: Request): Promise<Response> | undefined {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return undefined;
      if (isOfLesson(request, pathname)) return ofLesson(request);
      if (isOther(pathname)) return undefined;
      if (isAsset(pathname)) return kept(request).then((found) => found ?? fromNetwork(request));
      if (request.mode === 'navigate') return page(request);
      return undefined;
    },
  };
}
