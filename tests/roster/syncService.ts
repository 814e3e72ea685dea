import { Hono } from 'hono';

/** A record of the service: `id`, and what the published reference names. */
export type SyncRecord = Record<string, unknown> & { id: string };
export const syncLists = ['districts', 'schools', 'terms', 'courses', 'sections', 'users'] as const;
export type SyncList = (typeof syncLists)[number];
export type SyncSet = Record<SyncList, SyncRecord[]>;

const at = '2029-12-01T00:00:00.000Z';
const of = (id: string, fields: Record<string, unknown>): SyncRecord => ({ id, district: 'd1', created: at, last_modified: at, ...fields });
const person = (id: string, first: string, last: string, roles: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
  of(id, { name: { first, middle: 'Q', last }, roles, ...fields });
const at1 = { school: 's1', schools: ['s1'] };
const credentials = (district_username: string) => ({ credentials: { district_username } });

/** A small district, with everything that must not be taken: demographics, contacts, numbers, fields that nobody has published yet. */
export const smallDistrict = (): SyncSet => ({
  districts: [{ id: 'd1', name: 'Sync District', sis_type: 'other' }],
  schools: [
    of('s1', { name: 'Hill, the school', school_number: '12', principal: { name: 'P', email: 'p@x.example' }, location: { city: 'X' } }),
    of('s2', { name: 'Lake School' }),
  ],
  terms: [of('t1', { name: 'Fall', start_date: '2029-08-15', end_date: '2030-06-01T00:00:00.000Z' })],
  courses: [of('c1', { name: 'Science', number: 'SCI' })],
  sections: [
    of('k1', { name: 'Science 6', school: 's1', course: 'c1', grade: '6', subject: 'science', period: '2', term_id: 't1' }),
    of('k2', { name: 'Advisory', school: 's1', course: null, grade: 'Kindergarten', subject: 'homeroom/advisory', period: '' }),
  ].map((section) => ({
    ...section,
    ...(section.id === 'k1'
      ? { students: ['p1', 'p2', 'p1'], teachers: ['u1', 'u2'], teacher: 'u1' }
      : { students: ['p2'], teachers: ['u1'] }),
  })),
  users: [
    person('p1', 'Maya', 'Núñez', {
      student: { ...at1, ...credentials('maya.n'), grade: '6', dob: '5/4/2018', iep_status: 'Y', gender: 'F', sis_id: '1001' },
    }),
    person('p2', 'Leo', 'Li', { student: { ...at1, grade: 'Kindergarten' } }, { email: 'leo@x.example' }),
    person('u1', 'Elena', 'Rivera', { teacher: { school: 's1', schools: ['s1', 's2'], ...credentials('elena') } }),
    person('u2', 'Toni', 'Both', { teacher: { ...at1, ...credentials('toni') }, staff: { ...at1, title: 'Principal' } }),
    person('u3', 'Grace', 'Okafor', { staff: { ...at1, ...credentials('grace') } }),
    person('u4', 'Dana', 'Top', { district_admin: { title: 'IT' } }, { email: 'top@x.example' }),
    person('u5', 'Mo', 'Núñez', { contact: { phone: '555-0100', student_relationships: [{ relationship: 'Parent', student: 'p1' }] } }),
  ],
});

/** What a fault does to a request before it is answered: an answer of its own, or nothing. */
export type SyncFault = (asked: { list: SyncList; after: string | null; nth: number }) => Response | undefined;

export interface SyncServiceOptions {
  set?: SyncSet;
  token?: string;
  now?: () => number;
  /** Largest page. */
  most?: number;
  fault?: SyncFault;
}

/**
 * A school-roster service with the REST API that Clever publishes (Data API 3.1: lists, envelopes, paging by `starting_after` with relative
 * links, errors), on given records. It refuses a wrong token, unknown lists and parameters.
 */
export function syncService({ set = smallDistrict(), token = 'district-token', ...options }: SyncServiceOptions = {}) {
  const state = { ...options, set, token };
  const asked: string[] = [];
  const counts = new Map<SyncList, number>();
  const app = new Hono();
  const refusal = (status: 400 | 401 | 404, message: string) => Response.json({ message }, { status });

  app.get('/v3.1/:list', (c) => {
    const url = new URL(c.req.url);
    const list = c.req.param('list') as SyncList;
    asked.push(`${list}${url.search}`);
    if (!syncLists.includes(list)) return refusal(404, 'Resource not found');
    const after = url.searchParams.get('starting_after');
    const nth = (counts.get(list) ?? 0) + 1;
    counts.set(list, nth);
    const fault = state.fault?.({ list, after, nth });
    if (fault) return fault;
    if (c.req.header('authorization') !== `Bearer ${state.token}`) return refusal(401, 'Invalid authorization');
    if ([...url.searchParams.keys()].some((name) => !['limit', 'starting_after', 'ending_before'].includes(name)))
      return refusal(400, 'Unknown parameter');
    const limit = Number(url.searchParams.get('limit') ?? 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) return refusal(400, 'limit');
    const size = Math.min(limit, state.most ?? 10_000);
    const sorted = state.set[list].toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter(({ id }) => after === null || id > after);
    const page = sorted.slice(0, size);
    const own = `${url.pathname}${url.search}`;
    const next = `${url.pathname}?limit=${limit}&starting_after=${page.at(-1)?.id}`;
    return Response.json(
      {
        data: page.map((data) => ({ data, uri: `${url.pathname}/${data.id}` })),
        links: [{ rel: 'self', uri: own }, ...(sorted.length > size ? [{ rel: 'next', uri: next }] : [])],
      },
      { headers: { date: new Date((state.now ?? Date.now)()).toUTCString() } },
    );
  });
  return { app, state, asked };
}
export type SyncService = ReturnType<typeof syncService>;
