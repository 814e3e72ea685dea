import type { District } from './district.ts';

/** What comes from the classroom service (decision 076), and goes there (decision 078). */
export interface ClassroomTables {
  classroom_link: ClassroomLinkTable;
  classroom_course: ClassroomCourseTable;
  classroom_work: ClassroomWorkTable;
  ended_access: EndedAccessTable;
}

/** A teacher's lasting access to the classroom service. */
interface ClassroomLinkTable {
  district_id: District;
  user_puid: number;
  /** The registration that gave it (`providerOf`). */
  provider: string;
  /** Whose account there it is. */
  issuer: string;
  subject: string;
  /** The refresh token, encrypted with a key that is not in the database; empty: the service does not accept it anymore. */
  sealed_token: string;
  linked_at: number;
}
/** The class that a teacher took a course over as. */
interface ClassroomCourseTable {
  district_id: District;
  user_puid: number;
  issuer: string;
  course_id: string;
  group_puid: number;
  /** Rises with each take-over and each undoing. */
  version: number;
  /** The latest take-over (`roster_job`); null: it was undone. */
  import_id: number | null;
  imported_at: number;
}
/** An assignment that a teacher announces in a course. */
interface ClassroomWorkTable {
  district_id: District;
  user_puid: number;
  issuer: string;
  course_id: string;
  group_assignment_id: number;
  /** Its id there, and where people open it; null: it is not known whether the service has it. */
  work_id: string | null;
  address: string | null;
  /** What was told last. */
  title: string;
  due_at: number | null;
  shared_at: number | null;
  /** When the announcement that is under way began; 0: none is. */
  claimed_at: number;
}
/** A refresh token that the service is yet to revoke. Its row goes with it, or after a week. */
interface EndedAccessTable {
  district_id: District;
  ending_id: number;
  provider: string;
  /** Of the account there, to tell whether it is linked again meanwhile. */
  subject_hash: string;
  sealed_token: string;
  attempts: number;
  next_at: number;
  give_up_at: number;
}
