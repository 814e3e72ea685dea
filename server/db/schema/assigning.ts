import type { Generated } from 'kysely';
import type { District } from './district.ts';

/** Lessons given to groups, and how far each student is. */
export interface AssigningTables {
  assignment: AssignmentTable;
  group_assignment: GroupAssignmentTable;
  assignee: AssigneeTable;
  term_help: TermHelpTable;
  assignment_code: AssignmentCodeTable;
  lesson_link: LessonLinkTable;
  lesson_tracking: LessonTrackingTable;
  resource_tracking: ResourceTrackingTable;
}

interface AssignmentTable {
  district_id: District;
  assignment_id: number;
  lesson_id: number;
  assigned_by_puid: number;
  assignment_no: number;
  created_at: number;
}
interface GroupAssignmentTable {
  district_id: District;
  group_assignment_id: number;
  assignment_id: number;
  lesson_id: number;
  group_puid: number;
  from_date: number;
  to_date: number | null;
  category: number;
  /** 1: only the students in `assignee`. */
  is_individual: number;
  /** 1: content stays open to students during timed assessments. */
  readings_open: Generated<number>;
  /** Obsolete and never written. `report_release` holds releases now. */
  released_at: number | null;
  unassigned_at: number | null;
  created_at: number;
}
interface AssigneeTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
}
/** Who may open the definitions of terms in the quizzes of an assignment. */
interface TermHelpTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
  /** 1: in timed assessments as well. */
  is_timed_too: number;
}
/** Codes are looked up before the district is known, so they are unique across districts. */
interface AssignmentCodeTable {
  district_id: District;
  /** Crockford base 32, 8 characters, no dash. */
  code: string;
  lesson_id: number;
  assignment_id: number;
  /** The group that guests join. */
  group_puid: number;
  created_by: number;
  created_at: number;
  expires_at: number;
}
/** Not a credential: a student who opens it is signed in. Stored in the clear, so that the teacher can see it again. */
interface LessonLinkTable {
  district_id: District;
  link_id: string;
  lesson_id: number;
  assignment_id: number;
  /** The group that students join by opening it. */
  group_puid: number;
  end_date: number | null;
  is_perpectual_expiry: number;
  assignment_no: number;
  created_by: number;
  created_at: number;
  revoked_at: number | null;
}
interface LessonTrackingTable {
  district_id: District;
  tracking_id: number;
  user_puid: number;
  lesson_id: number;
  assignment_id: number;
  group_assignment_id: number;
  time_spent: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}
interface ResourceTrackingTable {
  district_id: District;
  resource_tracking_id: number;
  tracking_id: number;
  user_puid: number;
  lesson_resource_id: number;
  resource_type_id: number;
  time_spent: number;
  percentage_completed: number;
  position: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}
