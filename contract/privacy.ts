import * as v from 'valibot';
import { ExportJob } from './exportJob.ts';
import { administrators, call, id, line, wholeRoster } from './kit.ts';

/** What the product holds about people, in the words of somebody who asks. Each table belongs to one. */
export const dataKinds = [
  'account',
  'signIns',
  'classes',
  'work',
  'activity',
  'teaching',
  'library',
  'games',
  'messages',
  'imports',
  'exports',
  'audit',
  'privacy',
] as const;
export type DataKind = (typeof dataKinds)[number];

/**
 * Why something stays when a person is erased: others use it, it belongs to students’ records, the school arranged it, it proves what was
 * done, or it is deleted by its age soon.
 */
export const keepReasons = ['material', 'records', 'arranged', 'proof', 'soon'] as const;
export type KeepReason = (typeof keepReasons)[number];

/** Days between the request and the erasure, in which it can be called off. */
export const erasureDays = 7;

/** How long each kind of data can be kept, and how long it is if the district has chosen nothing. Null: for good. */
export const retentionRules = {
  answers: { unit: 'years', choices: [3, 5, 7, 10, null], initial: null },
  tracks: { unit: 'years', choices: [1, 2, 3, 5, 7], initial: 5 },
  games: { unit: 'years', choices: [1, 2, 3, 5], initial: 3 },
  messages: { unit: 'years', choices: [1, 2, 3, 5, 7], initial: 5 },
  closedAccounts: { unit: 'years', choices: [1, 3, 5, 7, 10, null], initial: 7 },
  // A year is the least, so that nobody covers their tracks.
  signIns: { unit: 'years', choices: [1, 2, 3, 5, 7], initial: 3 },
  audit: { unit: 'years', choices: [1, 3, 5, 7, 10, null], initial: null },
  imports: { unit: 'years', choices: [1, 2, 3], initial: 1 },
  exports: { unit: 'days', choices: [1, 3, 7], initial: 7 },
} as const satisfies Record<string, { unit: 'years' | 'days'; choices: readonly (number | null)[]; initial: number | null }>;
export type RetentionKind = keyof typeof retentionRules;
export const retentionKinds = Object.keys(retentionRules) as [RetentionKind, ...RetentionKind[]];

/** How long one kind of data is kept. `kept`: years or days, by its rule; null: for good. */
export const RetentionRow = v.object({
  kind: v.picklist(retentionKinds),
  kept: v.nullable(v.number()),
  /** The district has chosen it. */
  is_chosen: v.boolean(),
});
export type RetentionRow = v.InferOutput<typeof RetentionRow>;

/** An erasure that waits for its day. */
export const Erasure = v.object({
  user_puid: v.number(),
  district_id: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  user_name: v.string(),
  role: v.number(),
  school_name: v.nullable(v.string()),
  requested_by: v.string(),
  requested_at: v.string(),
  /** From when the nightly purge erases the person. */
  due_at: v.string(),
});
export type Erasure = v.InferOutput<typeof Erasure>;

/** What an erasure does, in numbers of rows. */
export const ErasurePlan = v.object({
  first_name: v.string(),
  last_name: v.string(),
  user_name: v.string(),
  role: v.number(),
  kinds: v.array(
    v.object({
      kind: v.picklist(dataKinds),
      deleted: v.number(),
      /** Stay without the person. */
      detached: v.number(),
      /** Stay with the person’s number, which then leads to nobody. */
      kept: v.number(),
      reasons: v.array(v.picklist(keepReasons)),
    }),
  ),
  /** The erasure that waits; null: none. */
  erasure: v.nullable(Erasure),
});
export type ErasurePlan = v.InferOutput<typeof ErasurePlan>;

const ours = { backend: 'lms', access: administrators, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;
/** Names a user. The district is only needed by people who look after several. */
const oneUser = { user_puid: id, managed_puid: id, district_id: v.optional(id) };

export const privacy = {
  erasurePlan: call({
    ...read,
    path: '/UserSetup/get_erasure_plan',
    summary: 'Count what the erasure of a user with a lower role deletes, detaches from the person and keeps, and why',
    isFor: 'anyLowerRole',
    query: v.object(oneUser),
    data: ErasurePlan,
  }),
  requestErasure: call({
    ...change,
    path: '/UserSetup/request_erasure',
    summary: 'Close the account of a user with a lower role now and erase the person after a week; `user_name` confirms it',
    isFor: 'anyLowerRole',
    body: v.object({ ...oneUser, user_name: line(100) }),
    data: ErasurePlan,
  }),
  callOffErasure: call({
    ...change,
    path: '/UserSetup/call_off_erasure',
    summary: 'Call off the erasure of a user before its day; the account is open again if it was before',
    isFor: 'anyLowerRole',
    body: v.object(oneUser),
    data: ErasurePlan,
  }),
  erasures: call({
    ...read,
    path: '/UserSetup/get_erasures',
    summary: 'List the erasures that wait in the scope of an administrator, by day',
    query: v.object({ user_puid: id }),
    data: v.array(Erasure),
  }),
  archiveUser: call({
    ...change,
    path: '/UserSetup/archive_user',
    summary: 'Start an archive of all data of a user with a lower role; it is one of the caller’s exports',
    isFor: 'anyLowerRole',
    body: v.object(oneUser),
    data: ExportJob,
  }),
  archiveDistrict: call({
    ...change,
    path: '/UserSetup/archive_district',
    summary: 'Start an archive of all data of a district; it is one of the caller’s exports',
    access: wholeRoster,
    body: v.object({ user_puid: id, district_id: v.optional(id) }),
    data: ExportJob,
  }),
  retention: call({
    ...read,
    path: '/UserSetup/get_retention',
    summary: 'List how long the district keeps each kind of data',
    refusedWhileActing: true,
    query: v.object({ user_puid: id }),
    data: v.array(RetentionRow),
  }),
  updateRetention: call({
    ...change,
    path: '/UserSetup/update_retention',
    summary: 'Set how long the district keeps a kind of data; the next nightly purge removes what is older',
    access: wholeRoster,
    body: v.object({ user_puid: id, kind: v.picklist(retentionKinds), kept: v.nullable(id) }),
    data: RetentionRow,
  }),
};
