import * as v from 'valibot';
import { call, id, line, lineOrNothing, nothing, smallId, wholeRoster } from './kit.ts';
import { outsideAddress } from './outsideAddress.ts';
import { rosterStates } from './rostering/job.ts';

/** The latest import of a connection. */
export const LastImport = v.object({
  job_id: v.number(),
  state: v.picklist(rosterStates),
  /** Why it failed or stopped: a code, as in findings. */
  problem: v.nullable(v.string()),
  at: v.string(),
});

/** A connection to the OneRoster service of a district’s information system. Its secret never leaves the server. */
export const RosterConnection = v.object({
  connection_id: v.number(),
  version: v.number(),
  name: v.string(),
  /** Address of the service, with or without the standard’s path behind it. */
  base_url: v.string(),
  /** Address of the OAuth 2 token endpoint. */
  token_url: v.string(),
  roster_version: v.picklist(['1.1', '1.2']),
  client_id: v.string(),
  /** Scopes to ask for, separated by blanks; empty: the standard’s scope for reading rosters. */
  scope: v.string(),
  /** Sourced ids of the schools to import; none: all. */
  school_ids: v.array(v.string()),
  /** Hour of the night, in the district’s time zone, at which it is read; null: only on request. */
  nightly_hour: v.nullable(v.number()),
  /** When it is read next by itself. */
  next_at: v.nullable(v.string()),
  /** As of when the roster was imported last; null: never, or it was undone. */
  synced_at: v.nullable(v.string()),
  last: v.nullable(LastImport),
});
export type RosterConnection = v.InferOutput<typeof RosterConnection>;

/** What a test of a connection found. */
export const ConnectionTest = v.object({
  /** Why it does not work: a code, as in findings; null: it works. */
  problem: v.nullable(v.string()),
  /** The first 200 schools of the service. */
  schools: v.array(v.object({ sourced_id: v.string(), name: v.string() })),
});
export type ConnectionTest = v.InferOutput<typeof ConnectionTest>;

/** Maximum connections of a district, and schools chosen in one. */
export const mostConnections = 20;
export const mostChosenSchools = 500;

/** Hour of the night; null: never. */
export const nightlyHour = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)));
/** A secret may hold any visible characters. */
export const visibleSecret = v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[\x20-\x7E]+$/, 'word'));

const fields = {
  name: line(100),
  base_url: outsideAddress,
  token_url: outsideAddress,
  roster_version: v.picklist(['1.1', '1.2']),
  client_id: line(300),
  scope: lineOrNothing(1000),
  school_ids: v.pipe(v.array(line(250)), v.maxLength(mostChosenSchools)),
  nightly_hour: nightlyHour,
};

/** `user_puid`: the caller. */
const one = { user_puid: id, connection_id: id };
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const oneRosterApi = {
  rosterConnections: call({
    ...read,
    path: '/OneRoster/get_connections',
    summary: 'List the district’s connections to OneRoster services, by name, without their secrets',
    query: v.object({ user_puid: id }),
    data: v.array(RosterConnection),
  }),
  addRosterConnection: call({
    ...change,
    path: '/OneRoster/add_connection',
    summary: 'Add a connection. The secret is encrypted and never shown again',
    body: v.object({ user_puid: id, ...fields, client_secret: visibleSecret }),
    data: RosterConnection,
  }),
  updateRosterConnection: call({
    ...change,
    path: '/OneRoster/update_connection',
    summary:
      'Change a connection; refused if someone else has changed it in the meantime. Without `client_secret`, the secret stays, unless an address changes',
    body: v.object({ ...one, version: smallId, ...fields, client_secret: v.optional(v.nullable(visibleSecret), null) }),
    data: RosterConnection,
  }),
  removeRosterConnection: call({
    ...change,
    path: '/OneRoster/remove_connection',
    summary: 'Remove a connection with its secret. What it has imported stays',
    body: v.object(one),
    data: nothing,
  }),
  testRosterConnection: call({
    ...change,
    path: '/OneRoster/test_connection',
    summary: 'Sign in to the service of a connection and read its schools. Nothing is imported',
    body: v.object(one),
    data: ConnectionTest,
  }),
  importFromApi: call({
    ...change,
    path: '/OneRoster/import_from_api',
    summary:
      'Read the roster from the service in the background. The import then waits to be confirmed: poll get_job. `is_full`: everything, not only what has changed',
    body: v.object({ ...one, is_full: v.optional(v.boolean(), false) }),
    data: v.object({ job_id: v.number() }),
  }),
};
