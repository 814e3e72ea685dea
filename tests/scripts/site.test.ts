import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentFiles } from '../../common/contentFiles.ts';
import { precompress } from '../../scripts/build.ts';
import { root } from '../../scripts/kit.ts';
import { createSite, libraryStyles } from '../../server/static.ts';

let dist: string;
let site: ReturnType<typeof createSite>;
const sampleCourses = join(root, 'server/sample/courses');
const script = 'console.log("Orrery");'.repeat(100);

const get = (path: string, init?: RequestInit, base = 'http://school.test') => site.request(base + path, init);

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'orrery-dist-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Orrery</title>');
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, '.vite/manifest.json'), '{}');
  writeFileSync(join(dist, 'assets/main-abc.js'), script);
  await precompress(dist);
  const app = new Hono();
  app.all('/api/echo', (c) => c.json({ method: c.req.method, text: 'a'.repeat(2000) }));
  app.get('/api/piece', (c) => {
    const text = JSON.stringify('a'.repeat(Number(c.req.query('length')) - 2));
    return c.body(text, 200, { 'content-type': 'application/json', 'content-length': String(text.length) });
  });
  app.get('/config.json', (c) => c.json({}));
  app.notFound((c) => c.json({ status: 'error', message: 'nothing here', data: null }, 404));
  site = createSite(app, dist, sampleCourses);
});
afterAll(() => rmSync(dist, { recursive: true }));

describe('files of the courses', () => {
  const folder = '/api/lms/v2/content/files/middle-school-science/solar-system-and-beyond/sun-earth-moon';

  it('are there: what is to be saved as an attachment, films in parts', async () => {
    const table = await get(`${folder}/shadow-lengths.csv`);
    expect([table.status, table.headers.get('content-disposition')]).toEqual([200, 'attachment']);
    expect(await table.text()).toMatch(/^day,hour,/);
    const part = await get(`${folder}/day-of-shadows.webm`, { headers: { range: 'bytes=0-99' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/webm']);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
  });

  it.each(['seasons-quiz.quiz.json', 'why-summer-is-warm.reading.md', 'nothing.csv', '..%2fsun-earth-moon%2fshadow-lengths.csv'])(
    'do not answer %s',
    async (name) => expect((await get(`${folder}/${name}`)).status).toBe(404),
  );
});

describe('pages', () => {
  it.each(['/', '/login', '/authenticated/student/MTIz%3D', '/developer/ui/', '/authenticated/a/b/c?d=e.f'])(
    '%s is the page',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch('text/html');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<title>Orrery</title>');
    },
  );

  it('is not sent again when the browser has it', async () => {
    const { headers } = await get('/');
    const again = await get('/login', { headers: { 'if-none-match': headers.get('etag') as string } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it.each([
    '/missing.png',
    '/assets/gone-123.js',
    '/assets/',
    '/.vite/manifest.json',
    '/.env',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fetc/passwd.txt',
    '/%2e%2e/%2e%2e/package.json',
  ])('%s is not found, and never the page', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 'error' });
  });

  it('is only there to be read', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(404);
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('says how to build it when it is not built', async () => {
    const answer = await createSite(new Hono(), join(dist, 'nowhere'), sampleCourses).request('http://school.test/');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('npm start');
  });
});

describe('assets', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('come as %s to a browser that takes %s, and are kept for ever', async (encoding, accepted) => {
    const answer = await get('/assets/main-abc.js', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch('text/javascript');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const size = (await answer.arrayBuffer()).byteLength;
    if (encoding) expect(size).toBeLessThan(script.length / 2);
    else expect(size).toBe(script.length);
  });
});

describe('headers', () => {
  it('let a page run and load only what is our own, and nobody frame it', async () => {
    const { headers } = await get('/');
    const policy = new Map(
      (headers.get('content-security-policy') as string).split('; ').map((directive) => {
        const [name, ...values] = directive.split(' ');
        return [name, values.join(' ')] as const;
      }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).not.toContain('unsafe');
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toMatch('camera=()');
  });

  it.each([
    '/',
    '/account/code',
    '/assets/none.js',
    '/api/echo',
    '/api/none',
    '/config.json',
    '/none.txt',
    '/.git/config',
    `${contentFiles}none.csv`,
  ])('are on every kind of address: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const { headers } = await get(path, { method }, 'https://school.test');
      expect(headers.get('x-content-type-options'), method).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src '(none|self)'/);
      expect(headers.get('strict-transport-security')).toMatch('max-age=31536000; includeSubDomains');
    }
  });

  it('allow by hash the very styles that the component library writes', () => {
    const source = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']
      .map((file) => readFileSync(join(root, 'node_modules/react-aria/dist/private', file), 'utf8'))
      .join('\n');
    const written = [...source.matchAll(/style\.textContent = `([^`]+)`/g)].map(([, text]) =>
      (text as string).trim().replace(/\$\{\S+PRESSABLE_ATTRIBUTE\}/, 'data-react-aria-pressable'),
    );
    expect(libraryStyles).toEqual(written);
  });

  it('ask for HTTPS only over HTTPS', async () => {
    expect((await get('/')).headers.get('strict-transport-security')).toBeNull();
    expect((await get('/', {}, 'https://school.test')).headers.get('strict-transport-security')).toMatch('max-age=31536000');
    expect((await get('/api/echo', {}, 'https://school.test')).headers.get('strict-transport-security')).toMatch('max-age=31536000');
  });
});

describe('backend', () => {
  it.each([
    ['short', 1399, 'gzip', null],
    ['in one piece', 1400, 'gzip, deflate, br', 'gzip'],
    ['in one piece', 32_768, 'gzip', 'gzip'],
    ['as a stream', 32_769, 'gzip', 'gzip'],
    ['as a stream', 2000, 'deflate', 'deflate'],
    ['for a client that takes none', 2000, '', null],
  ])('come compressed if that is worth it: %s, %i bytes to one that takes %j', async (_, length, accepted, encoding) => {
    const answer = await get(`/api/piece?length=${length}`, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const said = answer.headers.get('content-length');
    if (said !== null) expect(bytes.length).toBe(Number(said));
    const text = encoding === 'gzip' ? gunzipSync(bytes) : encoding ? inflateSync(bytes) : bytes;
    expect(text.length).toBe(length);
    if (encoding) expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  });

  it('answers under its own addresses, compressed when large', async () => {
    const answer = await get('/api/echo', { method: 'PUT', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const unpacked = answer.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(unpacked).json()).toMatchObject({ method: 'PUT' });
    expect((await get('/config.json')).status).toBe(200);
  });

  it('answers an unknown address in its envelope', async () => {
    const answer = await get('/api/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ status: 'error' });
  });
});
