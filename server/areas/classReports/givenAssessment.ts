import { iso, isoOrNull } from '../../kit/access.ts';
import type { ClassAssessment } from '../../reports/classAssessments.ts';

/** An assessment and the assignment it was given in, as reports name them. */
export const givenAssessment = ({ assignment, quiz_id, title, item_type_id, max_score, is_removed }: ClassAssessment) => ({
  group_assignment_id: assignment.group_assignment_id,
  lesson_id: assignment.lesson_id,
  lesson_name: assignment.lesson_name,
  from_date: iso(assignment.from_date),
  to_date: isoOrNull(assignment.to_date),
  quiz_id,
  title,
  item_type_id,
  max_score,
  is_removed,
});
