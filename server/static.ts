import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { contentFiles } from '../common/contentFiles.ts';

/**
 * Style elements that the component library adds at runtime: the first for pressable elements, the second while an overlay is open in
 * Safari on iOS. They are allowed by hash, so that other inline styles stay blocked.
 */
export const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];
const styleHashes = libraryStyles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);

const self = "'self'";
const none = "'none'";

/** Headers of pages (OWASP ASVS 5.0, 3.4). */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: [none],
    scriptSrc: [self],
    styleSrc: [self, ...styleHashes],
    imgSrc: [self, 'data:', 'blob:'],
    connectSrc: [self],
    fontSrc: [self],
    // Content may reference videos on other sites. They cannot run code.
    mediaSrc: [self, 'https:'],
    frameSrc: [self],
    manifestSrc: [self],
    workerSrc: [self],
    frameAncestors: [none],
    baseUri: [none],
    formAction: [self],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify', 'default', 'offline-worker', 'plain-text', 'roster-worker'],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
  permissionsPolicy: {
    accelerometer: [],
    browsingTopics: [],
    camera: [],
    displayCapture: [],
    geolocation: [],
    gyroscope: [],
    hid: [],
    magnetometer: [],
    microphone: [],
    midi: [],
    payment: [],
    serial: [],
    usb: [],
  },
});

const answerHeaders = (policy: string) =>
  [
    ['content-security-policy', policy],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-content-type-options', 'nosniff'],
  ] as const;
/** Headers of non-page responses: the backend's, and assets, of which a first visit loads many over a slow connection. */
const shortHeaders =
  (policy: string): MiddlewareHandler =>
  (c, next) => {
    for (const [name, value] of answerHeaders(policy)) c.header(name, value);
    return next();
  };
const backendPolicy = "default-src 'none'; frame-ancestors 'none'";
const backendHeaders = shortHeaders(backendPolicy);
/** A worker takes its policy from its own response. */
const assetHeaders = shortHeaders("default-src 'self'");

const hsts = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;
const isSecure = (url: string) => url.startsWith('https:');
const strictTransport: MiddlewareHandler = (c, next) => {
  if (isSecure(c.req.url)) c.header(...hsts);
  return next();
};

const compressed = compress();
/** Bytes. A shorter response fits a packet and is sent as it is; a longer one is compressed as a stream, beside other requests. */
const [shortest, longest] = [1400, 32_768];
/**
 * Only if the client accepts it: inspecting a response afterwards costs more than making it. For most responses a stream of their own would
 * cost more than all the rest, so they are compressed in one piece.
 */
const compressedOnRequest: MiddlewareHandler = async (c, next) => {
  const accepted = c.req.header('accept-encoding');
  await next();
  if (!accepted) return;
  const { headers } = c.res;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const isPiece = length <= longest && headers.get('content-type') === 'application/json' && /\bgzip\b(?!;)/.test(accepted);
  if (!isPiece) return compressed(c, async () => {});
  if (length < shortest) return;
  const text = gzipSync(await c.res.arrayBuffer());
  c.res = new Response(text, c.res);
  c.header('content-encoding', 'gzip');
  c.header('content-length', String(text.byteLength));
  c.header('vary', 'Accept-Encoding', { append: true });
};

const cached =
  (value: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.header('cache-control', c.res.status < 400 ? value : 'no-store');
  };

const backendPaths = ['/api/*', '/openapi.json', '/config.json'];
const contentName = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.(csv|svg|webm)$/;
/**
 * Serves course files that items refer to, videos and downloads: what was imported, or else what came with the product. Other files there
 * belong to the authors.
 */
function contentFilesOf(app: Hono, courses: string): MiddlewareHandler {
  const serve = serveStatic({ root: courses, rewriteRequestPath: (path) => path.slice(contentFiles.length - 1) });
  return async (c, next) => {
    const extension = contentName.exec(c.req.path.slice(contentFiles.length))?.[1];
    if (extension === undefined) return next();
    const imported = await app.fetch(c.req.raw, c.env);
    if (imported.status !== 404) return imported;
    if (extension !== 'webm') c.header('content-disposition', 'attachment');
    return serve(c, next);
  };
}
const hasExtension = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');
const isHidden = (path: string) => path.includes('/.');
const notBuilt = 'The pages have not been built. Run "npm start"; or, with "npm run dev", open the address that Vite prints.';

/**
 * The whole site: the backend, the built SPA in the folder `dist`, and course files in the folder `courses`. Hashed assets never change, so
 * browsers cache them permanently. A missing asset is 404 and never the page. Any other URL without an extension is a route of the SPA and
 * gets its page.
 */
export function createSite(app: Hono, dist: string, courses: string): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>();
  /** The backend's own response for an unknown path or method. Headers set before are missing on it. */
  const backend = async (c: { req: { raw: Request; url: string }; env: HttpBindings }) => {
    const answer = await app.fetch(c.req.raw, c.env);
    for (const [name, value] of answerHeaders(backendPolicy)) answer.headers.set(name, value);
    if (isSecure(c.req.url)) answer.headers.set(...hsts);
    return answer;
  };
  for (const path of backendPaths) site.use(path, strictTransport, backendHeaders, compressedOnRequest);
  site.get(`${contentFiles}*`, cached('public, max-age=3600'), contentFilesOf(app, courses));
  site.route('/', app);
  // The backend itself answers unknown paths under its prefixes, never the SPA.
  for (const path of backendPaths) site.all(path, backend);

  if (!existsSync(dist)) return site.get('*', (c) => c.text(notBuilt, 404)).all('*', backend);
  const file = serveStatic({ root: dist, precompressed: true });
  const page = serveStatic({ root: dist, path: 'index.html', precompressed: true });
  site.get('/assets/*', strictTransport, assetHeaders, cached('public, max-age=31536000, immutable'), file, backend);
  site.use(strictTransport, pageHeaders);
  site.get('*', cached('no-cache'), etag(), (c, next) => {
    if (isHidden(c.req.path)) return next();
    return hasExtension(c.req.path) ? file(c, next) : page(c, next);
  });
  site.all('*', backend);
  return site;
}
