import type { Generated } from 'kysely';
import type { MailState } from '../../../contract/account.ts';
import type { Audience } from '../../../contract/notifications.ts';
import type { MailKind } from '../../mail/mailer.ts';
import type { District } from './district.ts';

/** Messages to users, to the provider and by email. */
export interface MessageTables {
  user_overlay: UserOverlayTable;
  user_feedback: UserFeedbackTable;
  schedule_request: ScheduleRequestTable;
  message_answer: MessageAnswerTable;
  notification: NotificationTable;
  announcement: AnnouncementTable;
  announcement_reader: { district_id: District; notification_id: number; user_puid: number; read_at: number; put_away_at: number | null };
  mail: MailTable;
}

/** A first-visit hint that a person has dismissed. */
interface UserOverlayTable {
  district_id: District;
  user_puid: number;
  overlay_key: string;
  is_seen: number;
  updated_at: number;
}
interface UserFeedbackTable {
  district_id: District;
  feedback_id: number;
  user_puid: number;
  /** `provider`: a request for help, which only the provider's staff read. */
  kind: 'feedback' | 'adoption' | 'provider';
  category: 'problem' | 'idea' | 'praise' | 'other' | null;
  rating: number | null;
  feedback_text: string;
  file_name: string | null;
  media_type: string | null;
  /** Base64. */
  content: string | null;
  created_at: number;
}
interface ScheduleRequestTable {
  district_id: District;
  request_id: number;
  user_puid: number;
  school_id: number;
  /** JSON lists. */
  grade_levels: string;
  primary_use: string;
  preferred_date: string | null;
  note: string;
  created_at: number;
}
/** The answer to a row of `user_feedback` or `schedule_request`. The author may belong to another district. */
interface MessageAnswerTable {
  district_id: District;
  message_id: number;
  answer_text: string;
  actor_district_id: number;
  actor_puid: number;
  answered_at: number;
}
interface NotificationTable {
  district_id: District;
  notification_id: number;
  user_puid: number;
  kind: 'answer' | 'dates';
  /** Beginning of the person's own message; for dates, the lesson. */
  about: string;
  notification_text: string;
  sender_name: string;
  created_at: number;
  /** null: not dismissed yet. */
  disabled_at: number | null;
  /** For dates: their assignment. The newest replaces the previous one. */
  group_assignment_id: Generated<number | null>;
}
/** A notification for many people. */
interface AnnouncementTable {
  district_id: District;
  notification_id: number;
  text_en: string;
  text_es: string;
  audience: Audience;
  /** It concerns the people to whom all of these apply that are not null. */
  role_id: number | null;
  school_id: number | null;
  group_puid: number | null;
  user_puid: number | null;
  /** The writer's role at that time: it concerns lower ones. */
  below_role: number;
  from_date: string | null;
  to_date: string | null;
  from_at: number;
  until_at: number;
  written_by: number;
  written_at: number;
  withdrawn_at: number | null;
}
interface MailTable {
  mail_id: number;
  at: number;
  recipient: string;
  subject: string;
  /** The secret of a link is replaced by `…`. */
  text: string;
  kind: Generated<MailKind>;
  /** The district whose matter it is; null for those that were written before this was known. */
  about_district_id: Generated<number | null>;
  /** `kept`: written while no mail server was configured. */
  state: Generated<MailState>;
  /** The full text, encrypted, until it is sent or given up. */
  sealed: string | null;
  attempts: Generated<number>;
  /** Time of the next attempt. While a server is sending it, the time another one may take over. */
  next_at: number | null;
  give_up_at: number | null;
  sent_at: number | null;
  /** Last response of the mail server, or why it could not be reached. */
  problem: string | null;
}
