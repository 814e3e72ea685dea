import type { UsedKind } from '../../../contract/technicalStatus.ts';
import type { District } from './district.ts';

/** Use of the product by day (decision 050), and of integrations. Days are `YYYY-MM-DD` in the district's time zone. */
export interface UseTables {
  daily_use: DailyUseTable;
  school_use: SchoolUseTable;
  integration_use: IntegrationUseTable;
}

/** What was counted on a day. */
export interface UseCounts {
  sign_ins: number;
  /** Lessons opened: by a student for the first time, or by a teacher for a class. */
  lessons: number;
  /** Lessons assigned to a class or group. */
  assignments: number;
  /** Quizzes submitted. */
  quizzes: number;
  /** Content items opened. */
  items: number;
  /** On these items, on the day they were opened. */
  seconds: number;
}
interface Capacity {
  district_id: District;
  day: string;
  /** School and role of the person when it happened. 0: no school. */
  school_id: number;
  role_id: number;
}
/** A person's day. */
interface DailyUseTable extends Capacity, UseCounts {
  user_puid: number;
}
/** The sum of a school's rows of `daily_use`. */
interface SchoolUseTable extends Capacity, UseCounts {
  /** Monday of the day's week. */
  week: string;
  /** People of the school and role for whom this was the first row of the week, so that the sum over a week counts each of them once. */
  week_users: number;
  /** The same across the schools of the district. */
  week_users_district: number;
}
/** What an integration did in an hour, if it has no log of its own (decision 074). It names nobody. */
interface IntegrationUseTable {
  district_id: District;
  kind: UsedKind;
  /** Which of its kind: an id, or the use of a single sign-on. */
  ref: string;
  /** Why it failed; empty: it worked. */
  cause: string;
  /** Start of the hour, ms since 1970. */
  hour: number;
  events: number;
  last_at: number;
}
