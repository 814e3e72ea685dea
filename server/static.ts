import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Style elements that the component library adds while it runs: the first for anything that can be pressed, the second while an
 * overlay is open in Safari on iOS. They are allowed by their hashes, so that no other inline style is.
 */
export const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];
const styleHashes = libraryStyles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);

const self = "'self'";
const none = "'none'";

/** Headers of every answer (OWASP ASVS 5.0, 3.4). Strict-Transport-Security is added where the request came over HTTPS. */
const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: [none],
    scriptSrc: [self],
    styleSrc: [self, ...styleHashes],
    imgSrc: [self, 'data:', 'blob:'],
    connectSrc: [self],
    fontSrc: [self],
    mediaSrc: [self],
    manifestSrc: [self],
    workerSrc: [self],
    frameAncestors: [none],
    baseUri: [none],
    formAction: [self],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify', 'default'],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
  permissionsPolicy: {
    accelerometer: [],
    bluetooth: [],
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

const hasExtension = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');
const isHidden = (path: string) => path.includes('/.');

const cached =
  (value: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (c.res.status < 400) c.header('cache-control', value);
    else c.header('cache-control', 'no-store');
  };

/**
 * The whole site: the backend, and the built SPA in the folder `dist`. Hashed assets never change, so browsers keep them; a missing one
 * is 404 and never the page. Any other address without an extension is a place inside the SPA and answers its page.
 */
export function createSite(app: Hono, dist: string): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>();
  site.use(headers);
  site.use(async (c, next) => {
    await next();
    if (new URL(c.req.url).protocol === 'https:') c.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });

  const backend = (c: { req: { raw: Request }; env: HttpBindings }) => app.fetch(c.req.raw, c.env);
  for (const path of ['/api/*', '/openapi.json', '/config.json']) {
    site.use(path, compress());
    site.all(path, backend);
  }

  site.get('/assets/*', cached('public, max-age=31536000, immutable'), serveStatic({ root: dist, precompressed: true }), backend);
  site.get('*', cached('no-cache'), etag());
  const publicFile = serveStatic({ root: dist, precompressed: true });
  const page = serveStatic({ root: dist, path: 'index.html', precompressed: true });
  site.get('*', (c, next) => {
    if (isHidden(c.req.path)) return next();
    return hasExtension(c.req.path) ? publicFile(c, next) : page(c, next);
  });
  site.all('*', backend);
  return site;
}
