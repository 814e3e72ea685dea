import type { Generated } from 'kysely';
import type { Language } from '../../kit/language.ts';
import type { District } from './district.ts';

/** Districts, schools, users and classes. */
export interface PeopleTables {
  district: DistrictTable;
  school: SchoolTable;
  school_closing: SchoolClosingTable;
  role: { role_id: number; name: string };
  app_user: UserTable;
  user_photo: UserPhotoTable;
  class_group: ClassGroupTable;
  enrollment: EnrollmentTable;
  subject: SubjectTable;
  grade: GradeTable;
}

interface DistrictTable {
  district_id: District;
  name: string;
  state_id: number | null;
  time_zone: string;
  /** JSON: [{ key, show }] */
  nav_tabs: string;
  version: Generated<number>;
  /** Of e-mails to people whose own is not known; null: English. */
  language: Language | null;
  /** JSON: host names at which the sign-in page offers this district alone. */
  hosts: Generated<string>;
  removed_at: number | null;
}
interface SchoolTable {
  district_id: District;
  school_id: number;
  name: string;
  sourced_id: string | null;
  roster_print: number | null;
  version: Generated<number>;
  closed_at: number | null;
  /** JSON: [{ key, show }], what the school switches off of what the district shows; null: nothing. */
  nav_tabs: Generated<string | null>;
}
/** An account or a class that the closing of a school changed, until the school is reopened. */
interface SchoolClosingTable {
  district_id: District;
  school_id: number;
  kind: 'user' | 'class';
  member_id: number;
  /** The school that the person went to; null: the account was closed, or the class archived. */
  moved_to: number | null;
}
interface UserTable {
  district_id: District;
  user_puid: number;
  user_name: string;
  /** user_name trimmed and lowercased, for sign-in lookup. */
  user_key: string;
  /** PHC string; null if the account has no password yet. */
  password_hash: string | null;
  role_id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  school_id: number | null;
  grade: string | null;
  sourced_id: string | null;
  /** The school's student number. Not in the namespace of `sourced_id`. */
  student_number: string | null;
  /** Fingerprint of what the last import wrote (server/roster/tables.ts). A mismatch means a manual change since. */
  roster_print: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  /**
   * Whether the roster's source last marked the account enabled; null: unknown, from before this column. An account without a role is
   * closed regardless.
   */
  roster_enabled: number | null;
  /** OneRoster 1.2: sourced id of the user's own organization, used if the role's organization is not a school. */
  roster_org: string | null;
  /** OneRoster 1.1: sourced ids of the user's organizations, separated by commas, if there are several. */
  roster_orgs: Generated<string | null>;
  /** What the source says beyond the standard: a JSON object (common/roster/oneRoster/metadata.ts). */
  roster_metadata: Generated<string | null>;
  /** Language of the last sign-in or page load; null: unknown. */
  language: Language | null;
  active: number;
  /** Incremented to revoke all of the user's tokens. */
  token_version: Generated<number>;
  created_at: number;
  /** When the nightly purge first found the account closed; null: it has not, or the account is open. */
  closed_at: Generated<number | null>;
  /** Set where the account stands for an erased person in what others use. It has no name of its own and is in no list. */
  erased_at: Generated<number | null>;
}
interface UserPhotoTable {
  district_id: District;
  user_puid: number;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Base64. */
  content: string;
  updated_at: number;
}
interface ClassGroupTable {
  district_id: District;
  group_puid: number;
  school_id: number;
  name: string;
  kind: 'class' | 'group';
  subject: string | null;
  grade: string | null;
  period: string | null;
  sourced_id: string | null;
  roster_print: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  /** Sourced ids of its academic sessions, separated by commas. */
  roster_terms: Generated<string | null>;
  /** What the source says beyond the standard: a JSON object (common/roster/oneRoster/metadata.ts). */
  roster_metadata: Generated<string | null>;
  active: number;
}
interface EnrollmentTable {
  district_id: District;
  group_puid: number;
  user_puid: number;
  role: 'student' | 'teacher';
  sourced_id: string | null;
  active: number;
  /** `active` as written by the last import; null: created by hand. */
  roster_active: number | null;
  left_at: number | null;
  /** 1: a teacher added somebody else's student. The class sees the student's work but has no say over the account (decision 025). */
  borrowed: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  /** The service that alone lists the student, and so may end it. Whoever else enrolls the student takes it over (null). */
  listed_in: Generated<'classroom' | 'platform' | null>;
}
interface GradeTable extends RecordTable {
  grade_id: number;
}
interface SubjectTable extends RecordTable {
  subject_id: number;
  active: number;
}
/** Columns of every list that administrators edit (decision 045). */
interface RecordTable {
  district_id: District;
  name: string;
  /** Lowercase name, unique among those that are not removed. */
  name_key: string;
  /** The district's own order. Those that nobody has put in order come last, by name. */
  position: Generated<number>;
  version: number;
  removed_at: number | null;
}
