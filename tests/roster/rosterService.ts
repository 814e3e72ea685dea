import { Hono } from 'hono';
import Papa from 'papaparse';

/** A record of the REST binding. */
export type RestRecord = Record<string, unknown> & { sourcedId: string; status: string; dateLastModified: string };
export const restCollections = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const;
export type RestCollection = (typeof restCollections)[number];
export type RestSet = Record<RestCollection, RestRecord[]>;

const ref = (sourcedId: string, type: string) => ({ href: `https://sis.example.org/${type}/${sourcedId}`, sourcedId, type });
const words = (text: string | undefined) => (text ? text.split(',') : []);
const maybe = (name: string, id: string | undefined, type: string) => (id ? { [name]: ref(id, type) } : {});

/** The records that a service would give for a CSV set (OneRoster 1.1 and 1.2, REST/JSON binding, payload definitions). */
export function restOf(files: Readonly<Record<string, string>>, version: '1.1' | '1.2', at = '2029-12-01T00:00:00.000Z'): RestSet {
  const rows = (name: string) =>
    Papa.parse<Record<string, string>>(files[`${name}.csv`] ?? '', { header: true, skipEmptyLines: true }).data.map((row) => ({
      row,
      base: { sourcedId: row.sourcedId as string, status: row.status || 'active', dateLastModified: row.dateLastModified || at },
    }));
  const roles = Map.groupBy(rows('roles'), ({ row }) => row.userSourcedId);
  return {
    orgs: rows('orgs').map(({ row, base }) => ({
      ...base,
      name: row.name,
      type: row.type,
      ...maybe('parent', row.parentSourcedId, 'org'),
    })),
    academicSessions: rows('academicSessions').map(({ row, base }) => ({
      ...base,
      ...{ title: row.title, type: row.type, startDate: row.startDate, endDate: row.endDate },
      ...(row.schoolYear ? { schoolYear: row.schoolYear } : {}),
      ...maybe('parent', row.parentSourcedId, 'academicSession'),
    })),
    courses: rows('courses').map(({ row, base }) => ({ ...base, title: row.title, ...maybe('org', row.orgSourcedId, 'org') })),
    classes: rows('classes').map(({ row, base }) => ({
      ...base,
      ...{ title: row.title, classType: row.classType },
      ...{ grades: words(row.grades), subjects: words(row.subjects), periods: words(row.periods) },
      ...maybe('course', row.courseSourcedId, 'course'),
      ...maybe('school', row.schoolSourcedId, 'org'),
      terms: words(row.termSourcedIds).map((id) => ref(id, 'academicSession')),
    })),
    users: rows('users').map(({ row, base }) => ({
      ...base,
      enabledUser: version === '1.1' ? row.enabledUser : row.enabledUser === 'true',
      ...{ username: row.username, givenName: row.givenName, familyName: row.familyName, grades: words(row.grades) },
      ...(row.email ? { email: row.email } : {}),
      // What is never taken.
      ...{ phone: '555-0100', sms: '555-0101', middleName: 'Q', password: 'not-for-us' },
      ...(version === '1.1'
        ? { role: row.role, orgs: words(row.orgSourcedIds).map((id) => ref(id, 'org')) }
        : {
            ...maybe('primaryOrg', row.primaryOrgSourcedId, 'org'),
            roles: (roles.get(base.sourcedId) ?? []).map(({ row: role }) => ({
              ...{ roleType: role.roleType, role: role.role, org: ref(role.orgSourcedId as string, 'org') },
              ...(role.beginDate ? { beginDate: role.beginDate } : {}),
              ...(role.endDate ? { endDate: role.endDate } : {}),
            })),
          }),
    })),
    enrollments: rows('enrollments').map(({ row, base }) => ({
      ...base,
      role: row.role,
      ...(row.primary ? { primary: row.primary } : {}),
      ...(row.beginDate ? { beginDate: row.beginDate } : {}),
      ...(row.endDate ? { endDate: row.endDate } : {}),
      ...maybe('class', row.classSourcedId, 'class'),
      ...maybe('school', row.schoolSourcedId, 'org'),
      ...maybe('user', row.userSourcedId, 'user'),
    })),
  };
}

const paths = { '1.1': '/ims/oneroster/v1p1', '1.2': '/ims/oneroster/rostering/v1p2' };
const scopes = { '1.1': 'v1p1', '1.2': 'v1p2' };
const known = ['limit', 'offset', 'sort', 'orderBy', 'filter', 'fields'];

/** What a fault does to a request before it is answered: an answer of its own, or nothing. */
export type Fault = (asked: {
  collection: RestCollection | 'token';
  offset: number;
  nth: number;
  url: URL;
}) => Response | undefined | Promise<Response | undefined>;

export interface ServiceOptions {
  version: '1.1' | '1.2';
  set: RestSet;
  origin?: string;
  client_id?: string;
  client_secret?: string;
  now?: () => number;
  /** Largest page. */
  most?: number;
  hasLinks?: boolean;
  hasTotals?: boolean;
  /** The total that is told of as many records; the true one by default. */
  toldTotal?: (count: number) => number;
  fault?: Fault;
}

/**
 * A OneRoster service as the standard requires one (rostering service 1.1 and 1.2, sections on paging, sorting, filtering and errors; 1EdTech
 * security framework 1.0, client credentials), on given records. It refuses whatever the standard does not allow: parameters, filters,
 * scopes and credentials.
 */
export function rosterService(options: ServiceOptions) {
  const { version, origin = 'https://sis.example.org', client_id = 'orrery', client_secret = 'a secret: 100% /safe?' } = options;
  const now = options.now ?? (() => Date.UTC(2030, 0, 15, 15));
  const state = { ...options, tokens: 0, tokenLife: 3_600 };
  const asked: string[] = [];
  const tokens = new Map<string, number>();
  const counts = new Map<string, number>();
  const app = new Hono();
  const faultOf = (collection: RestCollection | 'token', url: URL) => {
    const nth = (counts.get(collection) ?? 0) + 1;
    counts.set(collection, nth);
    return state.fault?.({ collection, offset: Number(url.searchParams.get('offset')), nth, url });
  };
  const status = (code: number, minor: string, said: string) =>
    Response.json(
      {
        imsx_codeMajor: 'failure',
        imsx_severity: 'error',
        imsx_description: said,
        imsx_CodeMinor: { imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: minor }] },
      },
      { status: code },
    );

  app.post('/token', async (c) => {
    const fault = await faultOf('token', new URL(c.req.url));
    if (fault) return fault;
    const form = new URLSearchParams(await c.req.text());
    const [, basic = ''] = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    const [id = '', secret = ''] = Buffer.from(basic, 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return c.json({ error: 'invalid_request' }, 400);
    if (id !== client_id || secret !== client_secret) return c.json({ error: 'invalid_client' }, 401);
    if (form.get('grant_type') !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400);
    const scope = `https://purl.imsglobal.org/spec/or/${scopes[version]}/scope/roster-core.readonly`;
    if (form.get('scope') !== scope) return c.json({ error: 'invalid_scope' }, 400);
    state.tokens += 1;
    const access_token = `seeded-token-${state.tokens}`;
    tokens.set(access_token, now() + state.tokenLife * 1000);
    return c.json({ access_token, token_type: 'bearer', expires_in: state.tokenLife, scope });
  });

  app.get(`${paths[version]}/:collection`, async (c) => {
    const url = new URL(c.req.url);
    const collection = c.req.param('collection') as RestCollection;
    asked.push(`${collection}${url.search}`);
    if (!restCollections.includes(collection)) return status(404, 'unknownobject', 'No such collection.');
    const fault = await faultOf(collection, url);
    if (fault) return fault;
    const until = tokens.get(c.req.header('authorization')?.replace(/^Bearer /, '') ?? '') ?? 0;
    if (until <= now()) return status(401, 'unauthorisedrequest', 'No valid token.');
    if ([...url.searchParams.keys()].some((name) => !known.includes(name)))
      return status(400, 'invalid_query_parameter', 'Unknown parameter.');
    const [limit, offset] = [url.searchParams.get('limit') ?? '100', url.searchParams.get('offset') ?? '0'];
    if (!/^[1-9]\d*$/.test(limit) || !/^\d+$/.test(offset)) return status(400, 'invalid_query_parameter', 'limit or offset');
    const orderBy = url.searchParams.get('orderBy') ?? 'asc';
    if (orderBy !== 'asc' && orderBy !== 'desc') return status(400, 'invalid_sort_field', 'orderBy');
    let records = [...state.set[collection]];
    const filter = url.searchParams.get('filter');
    if (filter !== null) {
      const [, field = '', predicate = '', value = ''] = /^(\w+)(>=|<=|!=|=|>|<|~)'([^']*)'$/.exec(filter) ?? [];
      if (field !== 'dateLastModified' || predicate !== '>=' || Number.isNaN(Date.parse(value)))
        return status(400, 'invalid_filter_field', 'filter');
      records = records.filter(({ dateLastModified }) => Date.parse(dateLastModified) >= Date.parse(value));
    }
    const sort = url.searchParams.get('sort');
    if (sort === 'sourcedId') records.sort((a, b) => (a.sourcedId < b.sourcedId ? -1 : 1));
    else if (sort !== null) return status(400, 'invalid_sort_field', 'sort');
    const size = Math.min(Number(limit), state.most ?? 10_000);
    const from = Number(offset);
    const link = (rel: string, at: number) => {
      const to = new URL(`${origin}${url.pathname}${url.search}`);
      to.searchParams.set('limit', String(size));
      to.searchParams.set('offset', String(at));
      return `<${to}>; rel="${rel}"`;
    };
    const links = [
      ...(from + size < records.length ? [link('next', from + size)] : []),
      ...(from > 0 ? [link('prev', Math.max(0, from - size))] : []),
      link('first', 0),
      link('last', Math.max(0, Math.floor((records.length - 1) / size) * size)),
    ];
    return Response.json(
      { [collection]: records.slice(from, from + size) },
      {
        headers: {
          date: new Date(now()).toUTCString(),
          ...(state.hasLinks === false ? {} : { link: links.join(', ') }),
          ...(state.hasTotals === false ? {} : { 'x-total-count': String(state.toldTotal?.(records.length) ?? records.length) }),
        },
      },
    );
  });
  return { app, state, asked, origin, client_id, client_secret };
}
export type RosterService = ReturnType<typeof rosterService>;
