import * as v from 'valibot';
import { administrators, call, id, line, smallId, wholeRoster } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';
import { SourceField } from './rosterSessions.ts';

/** A school of a district, with its active accounts and open classes. */
export const School = v.object({
  school_id: v.number(),
  district_id: v.number(),
  version: v.number(),
  name: v.string(),
  /** The id by which rosters know the school; null: it was made by hand. */
  sourced_id: v.nullable(v.string()),
  /** When it was closed; null: it is open. */
  closed_at: v.nullable(v.string()),
  /** What the roster's source says of it beyond the standard. */
  metadata: v.array(SourceField),
  students: v.number(),
  teachers: v.number(),
  administrators: v.number(),
  classes: v.number(),
});
export type School = v.InferOutput<typeof School>;

/** What the closing of a school concerns. People whose role is not below the caller's are not counted: they stay as they are. */
export const SchoolUses = v.object({
  students: v.number(),
  teachers: v.number(),
  administrators: v.number(),
  /** Open classes and groups. */
  classes: v.number(),
  /** Assignments of those classes that are not over. */
  assignments: v.number(),
});
export type SchoolUses = v.InferOutput<typeof SchoolUses>;

export const schoolStates = ['open', 'closed'] as const;
/** What the list can be sorted by: its columns. */
export const schoolSorts = ['name', 'rostered', 'students', 'teachers', 'administrators', 'classes'] as const;

/** `user_puid`: the caller. `district_id`: a district that the caller administers; 404 for any other. Without it, the caller's own. */
const caller = { user_puid: id, district_id: v.optional(id) };
const one = { ...caller, school_id: id };
const ours = { backend: 'lms', access: administrators, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const schools = {
  schoolList: call({
    ...read,
    path: '/school/get_schools',
    summary: 'List the schools of a district, or a school administrator’s own, page by page, with their accounts and classes',
    query: v.object({ ...caller, ...pageQuery(schoolSorts), state: v.optional(v.picklist(schoolStates)) }),
    data: pageOf(School),
  }),
  schoolGet: call({ ...read, path: '/school/get_school', summary: 'Get a school', query: v.object(one), data: School }),
  addSchool: call({
    ...change,
    path: '/school/add_school',
    summary: 'Create a school',
    access: wholeRoster,
    body: v.object({ ...caller, name: line(200) }),
    data: School,
  }),
  updateSchool: call({
    ...change,
    path: '/school/update_school',
    summary: 'Rename a school; refused if someone else has changed it in the meantime',
    body: v.object({ ...one, version: smallId, name: line(200) }),
    data: School,
  }),
  schoolUses: call({
    ...read,
    path: '/school/get_school_uses',
    summary: 'Count the people, classes and assignments of a school, before it is closed',
    access: wholeRoster,
    query: v.object(one),
    data: SchoolUses,
  }),
  closeSchool: call({
    ...change,
    path: '/school/close_school',
    summary:
      'Close a school: its classes are archived, and its people with a role below the caller’s are moved to another school or, without one, deactivated',
    access: wholeRoster,
    body: v.object({ ...one, move_to: v.nullable(id) }),
    data: School,
  }),
  reopenSchool: call({
    ...change,
    path: '/school/reopen_school',
    summary: 'Open a closed school again, with the people and classes that are still as its closing left them',
    access: wholeRoster,
    body: v.object(one),
    data: School,
  }),
};
