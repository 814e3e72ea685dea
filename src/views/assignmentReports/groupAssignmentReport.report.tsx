import { assignments, type GroupAssignment } from '../../../contract/assignments.ts';
import { type ClassReport, classReports } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { lessonColumns } from '../classReports/lessonColumns.ts';
import { classFilters, classInput, reportCrumbs } from '../classReports/ofClass.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { assignmentProgress } from './assignmentProgress.screen.ts';
import { groupAssignmentReport } from './groupAssignmentReport.screen.ts';

type Counts = Pick<GroupAssignment, 'not_started' | 'in_progress' | 'completed'>;
type Assignment = ClassReport['assignments'][number] & Partial<Counts>;

/** The assignments of a class over a period: how many students are how far, with time and score. */
export default reportScreen({
  ...groupAssignmentReport,
  call: classReports.classReport,
  input: classInput,
  // How many students have begun and completed each.
  also: async ({ ids: [group_puid], userPuid, from, to }, ask) => ({
    counted: await ask(assignments.groupAssignments, { user_puid: userPuid, group_puid, from_date: from, to_date: to }),
  }),
  rows: ({ assignments: all, counted }): readonly Assignment[] => {
    const counts = new Map(counted.map((one) => [one.group_assignment_id, one]));
    return all.map((one) => {
      const { not_started, in_progress, completed } = counts.get(one.group_assignment_id) ?? {};
      return { ...one, ...(not_started === undefined ? {} : { not_started, in_progress, completed }) } as Assignment;
    });
  },
  name: m.assignmentReports_assignments,
  title: ({ group_name }) => m.assignmentReports_assignments_of({ name: group_name }),
  back: reportCrumbs,
  filters: classFilters,
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.classReports_assignments,
  sort: '-from',
  columns: {
    ...lessonColumns,
    students: { header: m.teacher_students_title, value: ({ students }) => students, unit: 'number' },
    notStarted: { header: m.teacher_not_started, value: ({ not_started }) => not_started ?? null, unit: 'number' },
    inProgress: { header: m.teacher_in_progress, value: ({ in_progress }) => in_progress ?? null, unit: 'number' },
    completed: { header: m.teacher_completed, value: ({ completed }) => completed ?? null, unit: 'number' },
    done: { header: m.assignmentReports_mean_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent', width: 's' },
    time: { header: m.classReports_mean_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
  },
  chart: {
    title: m.assignmentReports_states,
    finding: (rows) => {
      const [most] = rows.toSorted((a, b) => (b.not_started ?? 0) - (a.not_started ?? 0));
      return most && (most.not_started ?? 0) > 0
        ? m.assignmentReports_most_open({ lesson: most.lesson_name, count: most.not_started ?? 0, of: most.students })
        : m.assignmentReports_all_begun();
    },
    kind: 'across',
    along: 'lesson',
    series: ['completed', 'inProgress', 'notStarted'],
  },
  drill: {
    to: ({ lesson_id, group_assignment_id }, { group_puid }) => addressOf(assignmentProgress, group_puid, lesson_id, group_assignment_id),
  },
  empty: { title: m.classReports_nothing, text: m.classReports_nothing_text },
});
