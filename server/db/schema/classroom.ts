import type { District } from './district.ts';

/** What comes from the classroom service (decision 076). */
export interface ClassroomTables {
  classroom_link: ClassroomLinkTable;
  classroom_course: ClassroomCourseTable;
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
