import type { Generated } from 'kysely';
import type { AttemptState } from '../../../contract/quizResult.ts';
import type { ScoredBy } from '../../../contract/scoring.ts';
import type { District } from './district.ts';

/** Students' answers, and when they may see the results. */
export interface ResultTables {
  attempt: AttemptTable;
  response: ResponseTable;
  response_comment: ResponseCommentTable;
  question_scoring: QuestionScoringTable;
  regrade: RegradeTable;
  regrade_change: RegradeChangeTable;
  report_release: ReportReleaseTable;
  earlier_attempt: EarlierAttemptTable;
  provider_session: ProviderSessionTable;
  content_track: ContentTrackTable;
  printable_response: PrintableResponseTable;
}

interface AttemptTable {
  district_id: District;
  result_id: number;
  user_puid: number;
  quiz_id: number;
  lesson_id: number;
  assignment_id: number;
  group_assignment_id: number;
  resource_tracking_id: number;
  state: AttemptState;
  started_at: number;
  /** When the time ends; null: no limit. */
  ends_at: number | null;
  submitted_at: number | null;
  /** 1: submitted after the time ended. */
  is_late: Generated<number>;
  /** When it was released, or will be while it is scheduled. */
  released_at: number | null;
  time_spent: number;
  score: number | null;
  max_score: number;
  receipt: string | null;
  /** JSON list of question ids in the order shown, and option order: { questions: [], options: { id: [] } }. */
  layout: string;
}

/** An attempt at the assessment provider (decision 075). */
interface ProviderSessionTable {
  district_id: District;
  result_id: number;
  provider: 'builtIn' | 'learnosity';
  /** Ids that the provider knows the attempt and the student by. They cannot be turned into ours. */
  session_id: string;
  provider_student_id: string;
  /** `open`: not submitted. `waiting`: the results are to be fetched. `lost`: the provider never had them. */
  state: 'open' | 'waiting' | 'fetched' | 'lost';
  /** How often the results were asked for in vain. */
  fetches: number;
  /** When to ask next; null: not by itself. */
  next_at: number | null;
  fetched_at: number | null;
}
interface ResponseTable {
  district_id: District;
  result_id: number;
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  is_correct: number | null;
  points: number | null;
  time_spent: number;
  /** Client sequence number. The highest wins. */
  sequence: number;
  updated_at: number;
  scored_by: Generated<ScoredBy>;
  /** 1: the class's teacher dropped the question. The points stay, but count nowhere. */
  is_dropped: Generated<number>;
}
/** What a person did to a response: a comment, a score, or both. The newest score is the one that counts. */
interface ResponseCommentTable {
  district_id: District;
  comment_id: number;
  result_id: number;
  question_id: number;
  user_puid: number;
  /** Empty for a score without words, which is no comment. */
  feedback_text: string;
  score: number | null;
  created_at: number;
  /** The decision that it belongs to; absent: none. */
  grading_key: Generated<string | null>;
  /** 1: the student may read it after the release. null: from before students could. */
  is_for_student: Generated<number | null>;
  /** Language of the text; null: unknown. */
  language: Generated<'en' | 'es' | null>;
  /** The same in the other language; null: none. */
  translation: Generated<string | null>;
  /** The place to read again, with its name at that time. */
  place_item_id: Generated<number | null>;
  place_title: Generated<string | null>;
  place_heading: Generated<string | null>;
  /** When the student marked it read, or answered it. */
  read_at: Generated<number | null>;
  /** The student's only answer. */
  answer_text: Generated<string | null>;
  answered_at: Generated<number | null>;
  /** When the writer of the comment marked the answer seen. */
  answer_seen_at: Generated<number | null>;
}
/** How a class's answers to a question are scored. Without a row: by the course's key. */
interface QuestionScoringTable {
  district_id: District;
  group_puid: number;
  question_id: number;
  quiz_id: number;
  /** JSON: see `Settings` in areas/quiz/settings.ts. */
  settings: string;
  /** 1: the ideas give points by themselves. */
  is_rule: number;
  /** Counts the changes. */
  version: number;
  user_puid: number;
  updated_at: number;
}
/** One change of how answers to a question are scored. */
interface RegradeTable {
  district_id: District;
  regrade_id: number;
  quiz_id: number;
  question_id: number;
  user_puid: number;
  /** Names the command, so that a repeated call does nothing. */
  regrade_key: string;
  /** JSON by class: the settings before and after. */
  settings: string;
  applied_at: number;
  undone_at: number | null;
  undone_by_puid: number | null;
}
/** What a regrade changed in one attempt. */
interface RegradeChangeTable {
  district_id: District;
  regrade_id: number;
  result_id: number;
  points_before: number | null;
  points_after: number | null;
  scored_by_before: ScoredBy;
  scored_by_after: ScoredBy;
  dropped_before: number;
  dropped_after: number;
  max_before: number;
  max_after: number;
}
/** A standing release of a quiz in a group's assignment, for the whole group (`user_puid` 0) or one student. */
interface ReportReleaseTable {
  district_id: District;
  group_assignment_id: number;
  quiz_id: number;
  user_puid: number;
  release_at: number;
  released_by_puid: number;
  created_at: number;
  /** null: not due yet. */
  applied_at: number | null;
}
/** An attempt replaced by a new one. Hidden from the student. */
interface EarlierAttemptTable {
  district_id: District;
  result_id: number;
  user_puid: number;
  quiz_id: number;
  group_assignment_id: number;
  /** 1 for the first. */
  attempt_no: number;
  /** State when it was replaced. */
  state: AttemptState;
  started_at: number;
  submitted_at: number | null;
  is_late: number;
  time_spent: number;
  score: number | null;
  max_score: number;
  layout: string;
  /** JSON list of its former `response` rows. */
  responses: string;
  reassigned_by_puid: number;
  reassigned_at: number;
  /** Earliest start of the new attempt. */
  opens_at: number;
  schoolyear: string;
}
/** One opening of a content item. */
interface ContentTrackTable {
  district_id: District;
  content_track_id: number;
  user_puid: number;
  item_id: number;
  item_type_id: number;
  /** null: outside a lesson. */
  lesson_id: number | null;
  started_at: number;
  ended_at: number | null;
  /** Active viewing time in seconds. */
  time_spent: number;
  /** 1: the end event never came, and the server closed it. */
  is_timed_out: number;
}
/** A student's response to a printed sheet. */
interface PrintableResponseTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
  item_id: number;
  response_text: string;
  is_on_paper: number;
  submitted_at: number;
}
