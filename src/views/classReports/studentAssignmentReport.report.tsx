import { classReports } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { paths } from '../paths.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { inUnit } from '../reports/units.ts';
import { StudentParts } from '../studentReports/StudentParts.tsx';
import { lessonColumns } from './lessonColumns.ts';
import { ofStudent } from './ofClass.ts';
import { studentAssignmentReport } from './studentAssignmentReport.screen.ts';
import { standingWords } from './workWords.ts';

/** One student's assignments over a period: state, time and score, beside the class. */
export default reportScreen({
  ...studentAssignmentReport,
  call: classReports.studentAssignments,
  ...ofStudent,
  rows: ({ assignments }) => assignments,
  name: m.classReports_student_assignments,
  title: ({ student }, { name }) => m.classReports_student_assignments_of({ name: name(student) }),
  missing: {
    of: ({ assignments }) => assignments.filter(({ is_missing }) => is_missing).map(({ lesson_name }) => lesson_name),
    words: m.classReports_missing_lessons,
  },
  rowKey: ({ group_assignment_id }) => group_assignment_id,
  caption: m.classReports_assignments,
  sort: '-from',
  columns: {
    ...lessonColumns,
    state: { header: m.teacher_state, value: (row, { language }) => standingWords(row, language), width: 'm' },
    done: { header: m.teacher_done, value: ({ percentage_completed }) => percentage_completed, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    classTime: {
      header: m.classReports_class_time,
      value: ({ class_time }) => class_time,
      unit: 'minutes',
      missing: m.reports_not_enough,
      width: 's',
    },
    score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
    classScore: {
      header: m.classReports_class_score,
      value: ({ class_score }) => class_score,
      unit: 'percent',
      missing: m.reports_not_enough,
      width: 's',
    },
    active: { header: m.teacher_last_active, value: ({ last_active_at }) => last_active_at, unit: 'moment' },
  },
  chart: {
    title: m.classReports_time_chart,
    finding: (rows, say) => {
      const [most] = rows.toSorted((a, b) => b.time_spent - a.time_spent);
      return most && most.time_spent > 0
        ? m.classReports_most_time({ lesson: most.lesson_name, time: inUnit(most.time_spent, 'minutes', say) })
        : m.classReports_time_chart();
    },
    kind: 'across',
    along: 'lesson',
    series: ['time'],
  },
  drill: { to: ({ group_assignment_id }, { student }) => paths.studentAnswers(group_assignment_id, student.user_puid) },
  empty: { title: m.classReports_nothing, text: m.classReports_nothing_text },
  Parts: StudentParts,
});
