import * as v from 'valibot';
import { call, id, line, nothing, providers, Role, smallId, wholeRoster } from './kit.ts';
import { modules } from './modules.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Keys of the navigation tabs that a district shows or hides (specification, section 2), in their order. */
export const navTabs = [...modules, 'admin'] as const;
export const districtLanguages = ['en', 'es'] as const;
/** Maximum web hosts of a district. */
export const mostHosts = 10;

/** An IANA time zone. Browsers and servers know slightly different lists of names. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A single sign-on that leads to accounts of the district. Its secret stays on the server. */
const SignOn = v.object({
  use: v.picklist(['roster', 'classroom', 'learningTools']),
  issuer: v.string(),
  client_id: v.string(),
});

/** A district as its administrators see it. */
export const District = v.object({
  district_id: v.number(),
  version: v.number(),
  name: v.string(),
  /** FIPS code. */
  state_id: v.nullable(v.number()),
  time_zone: v.string(),
  /** Language of e-mails to people whose own is not known; null: English. */
  language: v.nullable(v.picklist(districtLanguages)),
  /** Web hosts at which the sign-in page offers this district alone. */
  hosts: v.array(v.string()),
  nav_tabs: v.array(v.object({ key: v.string(), show: v.boolean() })),
  sign_ons: v.array(SignOn),
  /** Open schools, and active accounts. */
  schools: v.number(),
  users: v.number(),
  /** The district is closed, and will be erased then; null: it is open. */
  erase_at: v.nullable(v.string()),
});
export type District = v.InferOutput<typeof District>;

/**
 * Days between the request to erase a district and the erasure, in which it can be called off. Longer than archives and emails are kept. It
 * is no setting: the district could shorten it for itself, and a contract may promise it.
 */
export const districtErasureDays = 30;

/** What the erasure of a district means, in numbers. */
export const DistrictErasurePlan = v.object({
  district_id: v.number(),
  name: v.string(),
  /** Accounts by role, active or not. */
  people: v.array(v.object({ role: v.number(), count: v.number() })),
  schools: v.number(),
  classes: v.number(),
  lessons: v.number(),
  /** Quizzes that students have begun. */
  attempts: v.number(),
  /** Photos, pictures, attachments. */
  files: v.number(),
  /** How the caller confirms the request. */
  confirm_by: v.picklist(['password', 'sign_in', 'nothing']),
  /** From when the nightly purge erases the district; null: nobody has asked for it. */
  erase_at: v.nullable(v.string()),
});
export type DistrictErasurePlan = v.InferOutput<typeof DistrictErasurePlan>;

export const districtSorts = ['name', 'state_id', 'time_zone', 'schools', 'users'] as const;

const host = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253),
  v.regex(/^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}$/, 'webAddress'),
);
const fields = {
  name: line(200),
  state_id: v.nullable(v.pipe(smallId, v.maxValue(99))),
  time_zone: v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'timeZone')),
  language: v.nullable(v.picklist(districtLanguages)),
  hosts: v.pipe(v.array(host), v.maxLength(mostHosts)),
  nav_tabs: v.pipe(v.array(v.object({ key: v.picklist(navTabs), show: v.boolean() })), v.maxLength(navTabs.length)),
};
/** `user_puid`: the caller. */
const one = { user_puid: id, district_id: id };
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

/** Who alone can end a district. */
const ending = { access: [Role.superAdministrator], refusedWhileActing: true } as const;

export const districts = {
  districtList: call({
    ...read,
    path: '/district/get_districts',
    summary: 'List the caller’s district, or all for the provider’s administrators, page by page, with their schools and accounts',
    query: v.object({ user_puid: id, ...pageQuery(districtSorts) }),
    data: pageOf(District),
  }),
  districtGet: call({ ...read, path: '/district/get_district', summary: 'Get a district', query: v.object(one), data: District }),
  addDistrict: call({
    ...change,
    path: '/district/add_district',
    summary: 'Create a district with the usual grades',
    access: providers,
    body: v.object({ user_puid: id, ...fields }),
    data: District,
  }),
  updateDistrict: call({
    ...change,
    path: '/district/update_district',
    summary: 'Change a district and its navigation tabs; refused if someone else has changed it in the meantime',
    body: v.object({ ...one, version: smallId, ...fields }),
    data: District,
  }),
  removeDistrict: call({
    ...change,
    path: '/district/remove_district',
    summary: 'Delete a district that has no accounts; it can be restored',
    access: providers,
    body: v.object(one),
    data: nothing,
  }),
  restoreDistrict: call({
    ...change,
    path: '/district/restore_district',
    summary: 'Restore a deleted district',
    access: providers,
    body: v.object(one),
    data: District,
  }),
  districtErasurePlan: call({
    ...read,
    ...ending,
    path: '/district/get_erasure_plan',
    summary: 'Count what a district has that its erasure deletes; never for the caller’s own district',
    query: v.object(one),
    data: DistrictErasurePlan,
  }),
  requestDistrictErasure: call({
    ...change,
    ...ending,
    path: '/district/request_erasure',
    summary: 'Close a district now and erase it after 30 days; `name` confirms it, and the caller’s password or a recent sign-in',
    body: v.object({ ...one, name: line(200), current_password: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
    data: DistrictErasurePlan,
  }),
  callOffDistrictErasure: call({
    ...change,
    ...ending,
    path: '/district/call_off_erasure',
    summary: 'Call off the erasure of a district before it begins; the district is open again as it was',
    body: v.object(one),
    data: DistrictErasurePlan,
  }),
};
