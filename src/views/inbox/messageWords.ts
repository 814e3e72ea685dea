import { beginningOf } from '../../../common/beginningOf.ts';
import type { UserMessage } from '../../../contract/inbox.ts';
import type { primaryUses } from '../../../contract/profile.ts';
import { m } from '../../paraglide/messages.js';

/** Number of characters of a message in its row. */
const mostLetters = 120;

const categories: Record<NonNullable<UserMessage['category']>, () => string> = {
  problem: m.account_feedback_problem,
  idea: m.account_feedback_idea,
  praise: m.account_feedback_praise,
  other: m.account_feedback_other,
};
const ratings = [
  m.account_feedback_rating_1,
  m.account_feedback_rating_2,
  m.account_feedback_rating_3,
  m.account_feedback_rating_4,
  m.account_feedback_rating_5,
];

/** The rating in words, as its sender chose it; empty if there is none. */
export const ratingOf = ({ rating }: UserMessage): string => (rating === null ? '' : (ratings[rating - 1]?.() ?? ''));

/** What a message is about. */
export function subjectOf(message: UserMessage): string {
  if (message.kind === 'provider') return m.admin_ask_subject();
  if (message.kind === 'training') return m.account_feedback_training();
  if (message.kind === 'adoption') return `${m.account_feedback_adoption()}: ${ratingOf(message)}`;
  return categories[message.category ?? 'other']();
}

/** The beginning of a message; without text, what else was sent. */
export const excerptOf = ({ text, training }: UserMessage): string =>
  text === '' ? (training?.school_name ?? m.admin_inbox_no_words()) : beginningOf(text, mostLetters);

const uses: Record<(typeof primaryUses)[number], () => string> = {
  lessons: m.account_use_lessons,
  assessments: m.account_use_assessments,
  reports: m.account_use_reports,
  rostering: m.account_use_rostering,
};
/** What a training is for, in words. */
export const usesInWords = (keys: readonly string[]): string => keys.map((key) => uses[key as keyof typeof uses]?.() ?? key).join(', ');
