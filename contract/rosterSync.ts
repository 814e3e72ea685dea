import * as v from 'valibot';
import { administrators, call, id, idOrZero, line, nothing, wholeRoster } from './kit.ts';
import { ConnectionTest, LastImport, mostChosenSchools, nightlyHour, visibleSecret } from './oneRosterApi.ts';
import { outsideAddress } from './outsideAddress.ts';
import { RosterCounts, rosterStates } from './rostering/job.ts';

/** What a sync brings. `staff` become administrators of their school; `classes` come with their enrollments and terms. */
export const rosterSyncKinds = ['students', 'teachers', 'staff', 'classes'] as const;
export type RosterSyncKind = (typeof rosterSyncKinds)[number];

/** The district's secure sync with its school-roster service. The token never leaves the server. */
export const RosterSync = v.object({
  /** 0: nothing is set up. */
  version: v.number(),
  /** Address of the service, with or without the version of its API behind it. */
  base_url: v.string(),
  /** Ids of the schools to import; none: all. */
  school_ids: v.array(v.string()),
  kinds: v.array(v.picklist(rosterSyncKinds)),
  /** Hour of the night, in the district’s time zone, at which it runs; null: only on request. */
  nightly_hour: v.nullable(v.number()),
  next_at: v.nullable(v.string()),
  /** As of when the roster was imported last; null: never, or it was undone. */
  synced_at: v.nullable(v.string()),
  last: v.nullable(LastImport),
});
export type RosterSync = v.InferOutput<typeof RosterSync>;

/** A run of the sync. It names nobody of the roster, so that administrators of schools may see it. */
export const RosterSyncRun = v.object({
  job_id: v.number(),
  state: v.picklist(rosterStates),
  /** Why it failed or stopped: a code, as in findings. */
  problem: v.nullable(v.string()),
  started_at: v.string(),
  /** null: it waits or still runs. */
  ended_at: v.nullable(v.string()),
  /** Whether it was started by the clock. */
  at_night: v.boolean(),
  /** Rows that came; while it runs, those so far. */
  rows: v.number(),
  /** Planned changes; once it runs, the changes made. */
  counts: v.nullable(RosterCounts),
  errors: v.number(),
  warnings: v.number(),
});
export type RosterSyncRun = v.InferOutput<typeof RosterSyncRun>;

/** Runs that the status lists. */
export const mostRuns = 500;

/** `user_puid`: the caller. */
const one = v.object({ user_puid: id });
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const rosterSync = {
  rosterSync: call({
    ...ours,
    method: 'GET',
    path: '/ssoLogin/get_roster_sync',
    summary: 'Get the district’s secure sync with its school-roster service, without its token',
    query: one,
    data: RosterSync,
  }),
  saveRosterSync: call({
    ...change,
    path: '/ssoLogin/save_roster_sync',
    summary:
      'Set up the secure sync; refused if someone else has changed it in the meantime. Without `access_token`, the token stays, unless the address changes. It is encrypted and never shown again',
    body: v.object({
      user_puid: id,
      /** 0: it is set up for the first time. */
      version: v.pipe(idOrZero, v.maxValue(2_000_000_000)),
      base_url: outsideAddress,
      access_token: v.optional(v.nullable(visibleSecret), null),
      school_ids: v.pipe(v.array(line(250)), v.maxLength(mostChosenSchools)),
      kinds: v.pipe(v.array(v.picklist(rosterSyncKinds)), v.maxLength(rosterSyncKinds.length)),
      nightly_hour: nightlyHour,
    }),
    data: RosterSync,
  }),
  removeRosterSync: call({
    ...change,
    path: '/ssoLogin/remove_roster_sync',
    summary: 'Remove the secure sync with its token. What it has imported stays',
    body: one,
    data: nothing,
  }),
  testRosterSync: call({
    ...change,
    path: '/ssoLogin/test_roster_sync',
    summary: 'Read the schools of the service of the secure sync. Nothing is imported',
    body: one,
    data: ConnectionTest,
  }),
  startRosterSync: call({
    ...change,
    path: '/ssoLogin/start_roster_sync',
    summary: 'Read everything from the service in the background. The import then waits to be confirmed: poll get_job',
    body: one,
    data: v.object({ job_id: v.number() }),
  }),
  rosterSyncStatus: call({
    ...ours,
    method: 'GET',
    access: administrators,
    path: '/ssoLogin/get_roster_sync_status',
    summary: `List the runs of the secure sync, newest first, ${mostRuns} at most`,
    query: one,
    data: v.array(RosterSyncRun),
  }),
};
