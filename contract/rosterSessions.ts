import * as v from 'valibot';
import { administrators, call, id } from './kit.ts';
import { sessionTypes } from './rostering/job.ts';

/** Maximum academic sessions per response; `total` is the full number. */
export const mostSessions = 2000;

/** An academic session of the roster: a school year, semester, term or grading period. */
export const RosterSession = v.object({
  session_id: v.number(),
  title: v.string(),
  type: v.picklist(sessionTypes),
  /** First and last day, YYYY-MM-DD. */
  start_date: v.string(),
  end_date: v.string(),
  /** As the source writes it. */
  school_year: v.nullable(v.string()),
});
export type RosterSession = v.InferOutput<typeof RosterSession>;

/** A value that the roster's source gives beyond the standard, as it wrote it. */
export const SourceField = v.object({ name: v.string(), value: v.string() });
export type SourceField = v.InferOutput<typeof SourceField>;

/** An academic session as administrators see it. */
export const ListedSession = v.object({
  ...RosterSession.entries,
  /** Title of the session that it is part of. */
  parent_title: v.nullable(v.string()),
  /** Today in the district. `gone`: the source has deleted it. */
  standing: v.picklist(['ahead', 'running', 'over', 'gone']),
  /** Open classes in the caller’s school or district that run in it. */
  class_count: v.number(),
});
export type ListedSession = v.InferOutput<typeof ListedSession>;

export const rosterSessions = {
  rosterSessions: call({
    backend: 'lms',
    method: 'GET',
    path: '/OneRoster/get_academic_sessions',
    summary: 'List up to 2,000 academic sessions of the district’s roster, the latest first, with how many classes run in each',
    access: administrators,
    query: v.object({ user_puid: id }),
    data: v.object({ sessions: v.array(ListedSession), total: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
