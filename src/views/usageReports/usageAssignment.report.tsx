import { type UsageAssignmentReport, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { reportScreen } from '../reports/reportScreen.tsx';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { whole } from '../reports/Whole.tsx';
import { progressWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { usageAssignment } from './usageAssignment.screen.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { usageCrumbs } from './usageWords.ts';

type Student = UsageAssignmentReport['students'][number];

const yesOrNo = (is: boolean) => (is ? m.reports_yes() : m.reports_no());
const placeOf = ({ is_late, is_missing }: Student) => (is_missing ? m.classReports_missing() : is_late ? m.classReports_late() : null);

/** Where each student of an assignment is. */
export default reportScreen({
  ...usageAssignment,
  call: usageReports.usageAssignmentReport,
  input: ({ ids: [group_assignment_id] }) => ({ group_assignment_id }),
  rows: ({ students }) => students,
  name: m.usageReports_assignment,
  title: ({ assignments: [one] }) => m.usageReports_assignment_of({ lesson: one?.lesson_name ?? '', group: one?.group_name ?? '' }),
  back: () => [...usageCrumbs(), { label: m.usageReports_assignment_list(), href: addressOf(usageAssignments) }],
  students: ({ students }) => students,
  figures: [
    { name: m.usageReports_assigned, value: ({ assignments: [one] }) => one?.assigned ?? null },
    { name: m.teacher_completed, value: ({ assignments: [one] }) => one?.completed ?? null },
    { name: m.usageReports_submitted_count, value: ({ assignments: [one] }) => one?.submitted ?? null },
    { name: m.usageReports_released, value: ({ assignments: [one] }) => one?.released ?? null },
  ],
  rowKey: ({ user_puid }) => user_puid,
  caption: m.usageReports_students_of,
  sort: 'name',
  columns: {
    name: { header: m.teacher_student, value: (row, { name }) => name(row), isRowHeader: true, width: 'l', look: whole },
    state: { header: m.teacher_state, value: ({ state }) => progressWords(state) },
    progress: { header: m.teacher_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    late: { header: m.classReports_late, value: placeOf },
    submitted: { header: m.usageReports_submitted_count, value: ({ is_submitted }) => yesOrNo(is_submitted), width: 'xs' },
    released: { header: m.usageReports_released, value: ({ is_released }) => yesOrNo(is_released), width: 'xs' },
    score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
  },
  drill: {
    to: ({ user_puid }, { assignments: [one] }) => (one ? addressOf(studentProgress, one.group_puid, user_puid) : null),
  },
  empty: { title: m.usageReports_no_students },
});
