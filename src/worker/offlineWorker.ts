import { contentFiles } from '../../common/contentFiles.ts';

/** What the build tells the worker. */
export interface Edition {
  /** Changes with any asset. */
  version: string;
  /** Addresses of the assets that students need without a connection. */
  assets: readonly string[];
  /** The script that the page starts with: a page that names another is of another edition. */
  entry: string;
}

/** What the worker needs of its surroundings. */
export interface WorkerPorts {
  caches: CacheStorage;
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  origin: string;
  /** Rejects after the time that a page may take to come, where there is another to show. */
  patience: () => Promise<never>;
}

const prefix = 'orrery-edition-';
/** Of pictures, films and files of saved lessons; the page fills and empties it. */
const saved = 'orrery-saved-pictures';
const shell = '/';

const isOther = (path: string) => /^\/(api\/|config\.json$|openapi\.json$|developer(\/|$))/.test(path);
const isAsset = (path: string) => path.startsWith('/assets/');
/** What saved lessons hold: what a page shows by itself, wherever it comes from, and the files of the content, which it reads. */
const isOfLesson = ({ destination }: Request, path: string) =>
  destination === 'image' || destination === 'video' || path.startsWith(contentFiles);

/**
 * What a request for a range gets of a whole answer (RFC 9110, 14): players of films ask for parts, and do not seek in what comes whole.
 * A range of a form that nobody here asks for may be passed over: then all of it comes.
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
 * The service worker's work: the program of one edition is on the device, and that of the one before, so that a page that was opened
 * before a deployment still finds its parts. Pages come from the network where there is one, and so do pictures, films and files. Calls of
 * the backend and `/config.json` are never touched.
 */
export function offlineWorker({ version, assets, entry }: Edition, { caches, fetch, origin, patience }: WorkerPorts) {
  const name = prefix + version;

  const fromNetwork = async (request: Request): Promise<Response> => {
    const answer = await fetch(request);
    // Hashed: what has come once never changes.
    if (answer.ok && isAsset(new URL(request.url).pathname)) await (await caches.open(name)).put(request, answer.clone());
    return answer;
  };
  /** Own caches alone: those of this edition first. */
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
    // A server in trouble is as good as none.
    if ('status' in answer && answer.status < 500) return answer;
    const found = await (await caches.open(saved)).match(request.url, { ignoreVary: true });
    if (found) return partOf(found, request.headers.get('range'));
    if ('error' in answer) throw answer.error;
    return answer;
  };

  return {
    /** All or nothing: an edition whose page and assets do not belong together is not taken. */
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
        // What did not change since the last edition is not fetched again.
        const old = await kept(asset);
        if (old) await cache.put(asset, old);
        else missing.push(asset);
      }
      await cache.addAll(missing);
      await cache.put(shell, answer);
    },

    /** One older edition stays, the newest; the others go. */
    async activate(): Promise<void> {
      const older = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
      await Promise.all(older.slice(0, -1).map((one) => caches.delete(one)));
    },

    /** What the worker answers; undefined for what is the network's alone. */
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
