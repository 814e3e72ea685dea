import { beforeEach, describe, expect, it } from 'vitest';
import { type Edition, offlineWorker } from '../../src/worker/offlineWorker.ts';

const origin = 'https://orrery.example';
const addressOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : String(request), origin).href;

/** The Cache API over maps, in creation order. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  open = async (name: string) => {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    const put = async (request: RequestInfo, answer: Response) => void entries.set(addressOf(request), answer.clone());
    return {
      match: async (request: RequestInfo) => entries.get(addressOf(request))?.clone(),
      put,
      addAll: async (requests: string[]) => {
        const answers = await Promise.all(requests.map((one) => network(one)));
        if (answers.some(({ ok }) => !ok)) throw new TypeError('Request failed');
        await Promise.all(requests.map((one, index) => put(one, answers[index] as Response)));
      },
    };
  };
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

let caches: Caches;
let site: Map<string, string>;
let isOnline: boolean;
let hangs: boolean;
let isBroken: boolean;
let asked: string[];
let patience: () => Promise<never>;
const network = async (request: RequestInfo | URL): Promise<Response> => {
  if (hangs) return new Promise(() => {});
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (isBroken) return new Response('no server', { status: 502 });
  const { pathname } = new URL(addressOf(request));
  asked.push(pathname);
  const body = site.get(pathname);
  return body === undefined ? new Response('missing', { status: 404 }) : new Response(body);
};
const first: Edition = {
  version: 'one',
  assets: ['/assets/main-1.js', '/assets/player-1.js', '/assets/same.css'],
  entry: 'assets/main-1.js',
};
const second: Edition = {
  version: 'two',
  assets: ['/assets/main-2.js', '/assets/player-2.js', '/assets/same.css'],
  entry: 'assets/main-2.js',
};
const third: Edition = { version: 'three', assets: ['/assets/main-3.js'], entry: 'assets/main-3.js' };

const worker = (edition: Edition) =>
  offlineWorker(edition, { caches: caches as unknown as CacheStorage, fetch: network as never, origin, patience: () => patience() });
/** Deploys an edition to the server, and removes the previous one's files. */
function deploy({ assets, entry }: Edition): void {
  site = new Map([['/', `<script src="/${entry}"></script>`], ...assets.map((asset) => [asset, asset] as const)]);
  site.set('/config.json', '{}').set('/api/lms/quiz', 'data').set('/assets/late.js', 'late');
}
async function start(edition: Edition) {
  const started = worker(edition);
  await started.install();
  await started.activate();
  asked = [];
  return started;
}
const request = (path: string, { method = 'GET', mode = 'cors', destination = '', range }: Partial<Request> & { range?: string } = {}) =>
  Object.defineProperties(new Request(origin + path, { method, headers: range ? { range } : {} }), {
    mode: { value: mode },
    destination: { value: destination },
  });
const visit = (path: string) => request(path, { mode: 'navigate' });
const text = async (answer: Promise<Response> | undefined) => (await (await answer)?.text()) ?? null;

beforeEach(() => {
  caches = new Caches();
  [isOnline, hangs, isBroken] = [true, false, false];
  asked = [];
  patience = () => new Promise(() => {});
  deploy(first);
});

describe('the worker', () => {
  it('starts the program without a connection, at any of its addresses', async () => {
    const { answer } = await start(first);
    isOnline = false;
    for (const path of ['/', '/authenticated/studentDashboard/studentDashboard/0?x=1'])
      expect(await text(answer(visit(path)))).toContain('main-1.js');
    expect(await text(answer(request('/assets/player-1.js')))).toBe('/assets/player-1.js');
  });

  it('takes pages from the network where there is one, so that nobody stays on an old edition', async () => {
    const { answer } = await start(first);
    deploy(second);
    site.set('/authenticated', site.get('/') as string);
    expect(await text(answer(visit('/authenticated')))).toContain('main-2.js');
  });

  it('shows the page of the device when the network takes too long', async () => {
    const { answer } = await start(first);
    patience = () => Promise.reject(new Error('too long'));
    hangs = true;
    expect(await text(answer(visit('/')))).toContain('main-1.js');
  });

  it('leaves the backend, the configuration, writes and other sites to the network', async () => {
    const { answer } = await start(first);
    for (const path of ['/api/lms/quiz', '/config.json', '/openapi.json', '/developer/statecharts'])
      expect(answer(visit(path)), path).toBeUndefined();
    expect(answer(request('/assets/main-1.js', { method: 'POST' }))).toBeUndefined();
    expect(answer(new Request('https://elsewhere.example/assets/main-1.js'))).toBeUndefined();
    expect(answer(request('/favicon.svg'))).toBeUndefined();
  });

  it('keeps assets that it meets, and passes on that one is missing', async () => {
    const { answer } = await start(first);
    expect(await text(answer(request('/assets/late.js')))).toBe('late');
    expect((await answer(request('/assets/gone.js')))?.status).toBe(404);
    isOnline = false;
    expect(await text(answer(request('/assets/late.js')))).toBe('late');
    await expect(answer(request('/assets/gone.js'))).rejects.toThrow('Failed to fetch');
  });

  it('shows saved pictures when there is no connection', async () => {
    const { answer } = await start(first);
    await (await caches.open('orrery-saved-pictures')).put('/files/cell.png', new Response('cell'));
    isOnline = false;
    expect(await text(answer(request('/files/cell.png', { destination: 'image' })))).toBe('cell');
    await expect(answer(request('/files/other.png', { destination: 'image' }))).rejects.toThrow();
  });
});

describe('a saved film', () => {
  const path = '/api/lms/v2/content/files/day.webm';
  const headers = { 'content-type': 'video/webm', 'content-length': '10' };
  const film = (range?: string) => request(path, { destination: 'video', ...(range ? { range } : {}) });
  const part = async (answer: Promise<Response> | undefined) => {
    const { status, headers: of } = (await answer) as Response;
    return [status, of.get('content-range'), of.get('content-length'), of.get('content-type'), await text(answer)];
  };

  it('comes in the parts that a player asks for, when there is no connection', async () => {
    const { answer } = await start(first);
    await (await caches.open('orrery-saved-pictures')).put(path, new Response('0123456789', { headers }));
    isOnline = false;
    expect(await part(answer(film()))).toEqual([200, null, '10', 'video/webm', '0123456789']);
    expect(await part(answer(film('bytes=0-')))).toEqual([206, 'bytes 0-9/10', '10', 'video/webm', '0123456789']);
    expect(await part(answer(film('bytes=2-4')))).toEqual([206, 'bytes 2-4/10', '3', 'video/webm', '234']);
    expect(await part(answer(film('bytes=7-99')))).toEqual([206, 'bytes 7-9/10', '3', 'video/webm', '789']);
    expect(await part(answer(film('bytes=-4')))).toEqual([206, 'bytes 6-9/10', '4', 'video/webm', '6789']);
    expect((await part(answer(film('bytes=10-')))).slice(0, 2)).toEqual([416, 'bytes */10']);
    expect((await part(answer(film('bytes=0-1,4-5'))))[0]).toBe(200);
  });

  it('comes from the network where there is one, as the network answers', async () => {
    const { answer } = await start(first);
    await (await caches.open('orrery-saved-pictures')).put(path, new Response('old', { headers }));
    site.set(path, 'new');
    expect(await text(answer(film('bytes=0-')))).toBe('new');
  });

  it('is that of its address alone: what was not saved does not come', async () => {
    const { answer } = await start(first);
    isOnline = false;
    await expect(answer(film('bytes=0-'))).rejects.toThrow('Failed to fetch');
  });
});

describe('a saved file', () => {
  const path = '/api/lms/v2/content/files/day.csv';
  const save = async () => (await caches.open('orrery-saved-pictures')).put(path, new Response('saved'));

  it('is read from the network where there is one, and from the device without', async () => {
    const { answer } = await start(first);
    await save();
    site.set(path, 'new');
    expect(await text(answer(request(path)))).toBe('new');
    isOnline = false;
    expect(await text(answer(request(path)))).toBe('saved');
    await expect(answer(request('/api/lms/v2/content/files/other.csv'))).rejects.toThrow('Failed to fetch');
  });

  it('is read from the device where the network has no server behind it', async () => {
    const { answer } = await start(first);
    await save();
    isBroken = true;
    expect(await text(answer(request(path)))).toBe('saved');
    expect((await answer(request('/api/lms/v2/content/files/other.csv')))?.status).toBe(502);
  });

  it('is all that the worker answers of the backend: no call, no write, and no other site', async () => {
    const { answer } = await start(first);
    await save();
    for (const other of ['/api/lms/v2/content/files', '/api/lms/v2/content/get_content', `${path}/../../../login`, `/api/lms?of=${path}`])
      expect(answer(request(other)), other).toBeUndefined();
    expect(answer(request(path, { method: 'POST' }))).toBeUndefined();
    expect(answer(new Request(`https://elsewhere.example${path}`))).toBeUndefined();
  });
});

describe('a deployment', () => {
  it('leaves an open page the parts of its own edition', async () => {
    await start(first);
    deploy(second);
    const { answer } = await start(second);
    expect(await text(answer(request('/assets/player-1.js')))).toBe('/assets/player-1.js');
    isOnline = false;
    expect(await text(answer(visit('/')))).toContain('main-2.js');
  });

  it('fetches only what has changed', async () => {
    await start(first);
    deploy(second);
    await worker(second).install();
    expect(asked).toEqual(['/', '/assets/main-2.js', '/assets/player-2.js']);
  });

  it('lets the edition before the last one go, and nothing that is not an edition', async () => {
    await caches.open('orrery-configuration');
    await start(first);
    deploy(second);
    await start(second);
    deploy(third);
    await start(third);
    expect(await caches.keys()).toEqual(['orrery-configuration', 'orrery-edition-two', 'orrery-edition-three']);
  });

  it('is not taken while page and worker do not belong together, nor when a part is missing', async () => {
    const { answer } = await start(first);
    await expect(worker(second).install()).rejects.toThrow('another edition');
    deploy(second);
    site.delete('/assets/player-2.js');
    await expect(worker(second).install()).rejects.toThrow();
    isOnline = false;
    expect(await text(answer(visit('/')))).toContain('main-1.js');
  });
});
