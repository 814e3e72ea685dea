import { ReadableStream as NodeStream } from 'node:stream/web';
import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { may } from '../common/may.ts';
import { calls } from '../contract/index.ts';
import { type Call, Role } from '../contract/kit.ts';
import { moduleOf } from '../contract/moduleCalls.ts';
import { type Right, rights } from '../contract/rights.ts';
import { addExportFileRoute } from './areas/exports.ts';
import { addMessageFileRoute } from './areas/inbox.ts';
import { handlers } from './areas/index.ts';
import { addFileRoutes } from './areas/library/files.ts';
import { addGameStreams } from './areas/quizGame/streams.ts';
import { addCourseFileRoute } from './content/courseFileRoute.ts';
import { compiled } from './db/compiled.ts';
import { isUnavailable } from './db/failure.ts';
import { isActing } from './kit/acting.ts';
import { readable } from './kit/administered.ts';
import { deviceLife } from './kit/devices.ts';
import { invalidParameters } from './kit/fieldReasons.ts';
import { assertSelf, type Context, Refusal, refuse } from './kit/handler.ts';
import { healthCheck } from './kit/health.ts';
import { assertInLesson } from './kit/lessonScope.ts';
import { LongText } from './kit/longText.ts';
import type { Ports } from './kit/ports.ts';
import { assignmentsAt, canHold, isOff } from './kit/rights.ts';
import { securityEvents } from './kit/securityEvents.ts';
import { confirmSession } from './kit/sessions.ts';
import { type Tenant, tenant } from './kit/tenant.ts';
import { isOfGuest, readAccessToken, readGuestToken, type TokenUser } from './kit/tokens.ts';
import { addLtiRoutes } from './lti/routes.ts';
import { openApi } from './openApi.ts';
import { addProviderFrame } from './provider/frame.ts';
import { addActivityStream } from './reports/activityStream.ts';
import { addSignOnRoutes } from './sso/routes.ts';
import { hasProviders } from './sso/samlProviders.ts';
import { hasSignOns } from './sso/signOnProviders.ts';

const megabyte = 1024 * 1024;
const largest = new Map<string, number>(Object.values(calls).map((call) => [`/api/${call.backend}${call.path}`, call.largest]));
/** Maximum request size of an endpoint, in bytes. */
const largestAt = (path: string) => largest.get(path) ?? megabyte;
interface Cookie {
  name: string;
  path: string;
  /** In seconds. */
  life: number;
}
/** Covers the whole backend: a sign-in at any endpoint must see whose session the browser has. Only two calls accept it as a credential. */
const refreshCookie: Cookie = { name: 'orrery_refresh', path: '/api', life: 30 * 24 * 3600 };
const deviceCookie: Cookie = { name: 'orrery_device', path: '/api', life: deviceLife / 1000 };
const signOnCookie: Cookie = { name: 'orrery_sign_on', path: '/api/lms/ssoLogin', life: 10 * 60 };

/**
 * Over HTTPS, cookies get the `__Host-` prefix: browsers then accept them only from this exact host and with the path `/`. A local trial
 * over plain HTTP cannot use it.
 */
function cookieAt(c: HonoContext, { name, path }: Cookie): { name: string; path: string; secure: boolean } {
  const secure = c.req.url.startsWith('https:');
  return secure ? { name: `__Host-${name}`, path: '/', secure } : { name, path, secure };
}

/** Sends JSON and says how long it is, so that it can be compressed in one piece, or not at all if it is short. */
function inOnePiece(c: HonoContext, value: object) {
  const text = JSON.stringify(value);
  return c.body(text, 200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
}

/** Sends a refusal as the response. */
function answerRefused(c: HonoContext, { message, data, httpStatus }: Refusal) {
  if (httpStatus === 503) c.header('retry-after', '5');
  return c.json({ status: 'error', message, data }, httpStatus);
}
function answerTooLarge(c: HonoContext) {
  c.header('connection', 'close');
  return answerRefused(c, refuse('requestTooLarge', { megabytes: Math.floor(largestAt(c.req.path) / megabyte) }));
}

async function readBody(call: Call, request: Request): Promise<unknown> {
  if (call.bodyType === 'none') return {};
  const type = request.headers.get('content-type') ?? '';
  const wanted = call.bodyType === 'json' ? 'application/json' : 'multipart/form-data';
  if (!type.startsWith(wanted)) throw refuse('wrongContentType', { type: wanted });
  try {
    return call.bodyType === 'json' ? await request.json() : Object.fromEntries(await request.formData());
  } catch (error) {
    if (error instanceof Error && error.name === 'BodyLimitError') throw error;
    throw refuse(call.bodyType === 'json' ? 'notJson' : 'formUnreadable');
  }
}

/** PostgreSQL cannot store U+0000, and no person types it. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.entries(value).some((entry) => entry.some(hasNul));

function parse<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success && hasNul(result.output)) throw refuse('nullCharacter');
  if (result.success) return result.output;
  throw invalidParameters(result.issues);
}

const accountRow = (db: Tenant, user: { user_puid: number; session_id: number }) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('refresh_session as s', (join) => join.onRef('s.user_puid', '=', 'u.user_puid').on('s.session_id', '=', user.session_id))
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .leftJoin('school as p', 'p.school_id', 'u.school_id')
    .select(['u.district_id', 'u.active', 'u.role_id', 'u.school_id', 'u.token_version', 's.expires_at', 's.generation', 's.confirmed'])
    .select(['d.nav_tabs', 'd.removed_at', 'p.nav_tabs as school_tabs'])
    .where('u.user_puid', '=', user.user_puid);
const accountOf = compiled((db, user: { user_puid: number; session_id: number }) => accountRow(db, user));
/** The same, with whether the user has a right at this instant. One statement, because a second one would cost a fifth of a call. */
const accountWith = Object.fromEntries(
  rights.map((right) => [
    right,
    compiled((db, user: { user_puid: number; session_id: number; now: number }) =>
      accountRow(db, user).select((eb) => {
        const given = () =>
          assignmentsAt(eb as unknown as Pick<Tenant, 'selectFrom'>, user.now)
            .select('a.assignment_id')
            .where(`p.may_${right}`, '=', 1);
        // Each with its index, which SQLite would not use for a condition with "or".
        const toUser = given().whereRef('a.to_user_puid', '=', 'u.user_puid' as 'a.to_user_puid');
        const toRole = given().whereRef('a.to_role_id', '=', 'u.role_id' as 'a.to_role_id');
        return eb.or([eb.exists(toUser), eb.exists(toRole)]).as('is_given');
      }),
    ),
  ]),
);
const expired = () => refuse('sessionExpired');

/** Refuses a call that neither the role nor a right allows (decision 064). */
function assertMay(call: Call, { role, actor: acting }: TokenUser, isGiven: boolean): void {
  const asker = { role, rights: call.right && isGiven ? [call.right] : [] };
  if (!may({ ...asker, acting }, call)) throw refuse(may(asker, call) ? 'notWhileActing' : 'roleNotAllowed');
}

async function authorise(call: Call, c: HonoContext, ports: Ports): Promise<TokenUser | undefined> {
  if (call.access === 'public') return undefined;
  if (call.access === 'cookie') {
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin') throw refuse('wrongOrigin');
    if (!c.req.header('content-type')?.startsWith('application/json')) throw refuse('wrongContentType', { type: 'application/json' });
    return undefined;
  }
  const token = /^Bearer ([\w.-]+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  const guest = token && may({ role: Role.guest }, call) && isOfGuest(token) ? await readGuestToken(token, ports) : null;
  if (guest) return guest;
  const user = token ? await readAccessToken(token, ports) : null;
  if (!user) throw expired();
  const { district_id, user_puid, session_id, generation } = user;
  ports.note({ account: user_puid, ...(user.actor && { actor: user.actor.user_puid }) });
  const db = tenant(ports.db, district_id);
  const isAsked = call.right !== undefined && !user.lesson && canHold(user.role) && !may(user, call);
  const [account] = isAsked
    ? await (accountWith[call.right as Right] as NonNullable<(typeof accountWith)[Right]>)(db, { user_puid, session_id, now: ports.now() })
    : await accountOf(db, { user_puid, session_id });
  if (account?.active !== 1 || account.removed_at !== null || account.token_version !== user.token_version || account.role_id !== user.role)
    throw expired();
  if (user.actor ? !(await isActing(ports, user, account)) : (account.expires_at ?? 0) <= ports.now()) throw expired();
  if (generation !== undefined && generation === account.generation && generation !== account.confirmed)
    await confirmSession(ports, user, generation);
  assertMay(call, user, account !== undefined && 'is_given' in account && Boolean(account.is_given));
  const module = moduleOf.get(call);
  if (module && isOff(module, account.nav_tabs, account.school_tabs)) throw refuse('moduleOff', { module });
  return user;
}

/** `None`: an LTI platform posts the launch from its own site. Browsers then send the cookie only if it is `Secure`. */
const signOnCookieSetter = (c: HonoContext) => (value: string | null, site: 'Lax' | 'None') => {
  const { name, secure, path } = cookieAt(c, signOnCookie);
  setCookie(c, name, value ?? '', {
    path,
    httpOnly: true,
    sameSite: site,
    secure: site === 'None' || secure,
    maxAge: value === null ? 0 : signOnCookie.life,
  });
};
const readCookie = (c: HonoContext, cookie: Cookie) => getCookie(c, cookieAt(c, cookie).name);

/** The reference backend as a plain `Request → Response` function. */
export function createApp(ports: Ports): Hono {
  const app = new Hono();

  // Set headers before the response is created. Adding them afterwards costs more than everything else.
  app.use('/api/*', (c, next) => {
    c.header('cache-control', 'no-store');
    c.header('date', new Date(ports.now()).toUTCString());
    c.header('x-content-type-options', 'nosniff');
    return next();
  });
  const countedLimits = new Map(
    [...new Set([megabyte, ...largest.values()])].map((maxSize) => [maxSize, bodyLimit({ maxSize, onError: answerTooLarge })]),
  );
  app.use('/api/*', async (c, next) => {
    if (c.req.method === 'GET') return next();
    const length = c.req.header('content-length');
    // Counts bytes only if no length is given. Otherwise Node's parser holds the sender to it.
    const most = largestAt(c.req.path);
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countedLimits.get(most)?.(c, next);
    return Number(length) > most ? answerTooLarge(c) : next();
  });

  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
    app.on(call.method, `/api/${call.backend}${call.path}`, async (c) => {
      const event = securityEvents[name];
      if (event) ports.note({ event });
      const user = await authorise(call, c, ports);
      const query = parse(call.query, c.req.query());
      const body = parse(call.body, await readBody(call, c.req.raw));
      const named = (query as { user_puid?: unknown }).user_puid;
      if (user && call.isCallerAdded && named !== undefined) assertSelf(user, Number(named));
      const db =
        user &&
        (call.about ? await readable(ports, user, call.about, { ...query, ...body }[call.about]) : tenant(ports.db, user.district_id));
      if (user && db) await assertInLesson(db, user, name, { ...query, ...body });
      const setStrictly = (cookie: Cookie, value: string, life: number) => {
        const { name, path, secure } = cookieAt(c, cookie);
        setCookie(c, name, value, { path, httpOnly: true, sameSite: 'Strict', secure, maxAge: life });
      };
      const context: Context & { user?: TokenUser } = {
        ports: { ...ports, ...(db && { db }), caller: { request: c.req.raw, acting: user?.actor } },
        ...(user && { user }),
        request: c.req.raw,
        get refreshCookie() {
          return readCookie(c, refreshCookie);
        },
        setRefreshCookie: (value) => setStrictly(refreshCookie, value ?? '', value === null ? 0 : refreshCookie.life),
        get deviceCookie() {
          return readCookie(c, deviceCookie);
        },
        setDeviceCookie: (value) => setStrictly(deviceCookie, value, deviceCookie.life),
        get signOnCookie() {
          return readCookie(c, signOnCookie);
        },
        setSignOnCookie: signOnCookieSetter(c),
      };
      const handler = handlers[name] as unknown as (input: unknown, context: unknown) => Promise<unknown>;
      const data = await handler({ query, body }, context);
      if (!(data instanceof LongText)) return inOnePiece(c, { status: 'success', message: '', data });
      const pieces = NodeStream.from(data.envelope((error) => ports.report(error, call.path)));
      return c.body(pieces as ReadableStream, 200, { 'content-type': 'application/json' });
    });
  }

  addProviderFrame(app, ports);
  addFileRoutes(app, ports);
  addMessageFileRoute(app, ports);
  addExportFileRoute(app, ports);
  addCourseFileRoute(app, ports);
  addActivityStream(app, ports, (c) => authorise(calls.classActivity, c, ports));
  addGameStreams(app, ports, (call, c) => authorise(call, c, ports));
  const signOnCookies = { cookie: (c: HonoContext) => readCookie(c, signOnCookie), setCookie: signOnCookieSetter };
  addSignOnRoutes(app, ports, signOnCookies);
  addLtiRoutes(app, ports, signOnCookies);
  app.get('/openapi.json', (c) => c.json(openApi()));
  app.get('/config.json', async (c) =>
    c.json(
      {
        backends: { lms: '/api/lms', ngss: '/api/ngss', search: '/api/search', game: '/api/game' },
        token: 'memory',
        singleSignOn: (await hasSignOns(ports)) || (await hasProviders(ports)),
        developerPages: ports.developerPages,
      },
      200,
      { 'cache-control': 'no-cache' },
    ),
  );
  const assertHealthy = healthCheck(ports);
  app.get('/api/health', async (c) => {
    await assertHealthy();
    return c.json({ status: 'success', message: '', data: null });
  });

  app.notFound((c) => answerRefused(c, refuse('noSuchAddress', { address: `${c.req.method} ${c.req.path}` })));
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefused(c, error);
    if (error.name === 'BodyLimitError') return answerTooLarge(c);
    ports.report(error, `${c.req.method} ${c.req.path}`);
    return answerRefused(c, refuse(isUnavailable(error) ? 'databaseUnavailable' : 'serverFailed'));
  });
  return app;
}
