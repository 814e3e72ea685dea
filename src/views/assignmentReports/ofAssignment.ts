import type { GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { reportCrumbs } from '../classReports/ofClass.ts';
import { addressOf } from '../screen.ts';
import { assignmentProgress } from './assignmentProgress.screen.ts';
import { groupAssignmentReport } from './groupAssignmentReport.screen.ts';

/** The assignment of a report. */
type OfAssignment = Pick<
  GroupAssignment,
  'group_assignment_id' | 'lesson_id' | 'lesson_name' | 'group_puid' | 'group_name' | 'other_district'
>;

/** Breadcrumbs of the report on an assignment, from the top. */
export const assignmentCrumbs = (assignment: OfAssignment | undefined): Crumb[] => [
  ...reportCrumbs(assignment),
  ...(assignment ? [{ label: m.assignmentReports_assignments(), href: addressOf(groupAssignmentReport, assignment.group_puid) }] : []),
];

/** Breadcrumbs below the progress of its students. */
export const progressCrumbs = (assignment: OfAssignment | undefined): Crumb[] => [
  ...assignmentCrumbs(assignment),
  ...(assignment
    ? [
        {
          label: assignment.lesson_name,
          href: addressOf(assignmentProgress, assignment.group_puid, assignment.lesson_id, assignment.group_assignment_id),
        },
      ]
    : []),
];

export const assignmentLead = ({ lesson_name, group_name }: OfAssignment): string =>
  m.reports_student_lead({ lesson: lesson_name, group: group_name });
