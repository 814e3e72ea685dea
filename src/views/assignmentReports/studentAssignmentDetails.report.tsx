import { type AssignmentProgress, assignmentReports } from '../../../contract/assignmentReports.ts';
import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { studentFigures } from '../reports/progressFigures.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { inUnit } from '../reports/units.ts';
import { whole } from '../reports/Whole.tsx';
import { releaseWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { nameOf } from '../words.ts';
import { assignmentResourceDetails } from './assignmentResourceDetails.screen.ts';
import { assignmentLead, progressCrumbs } from './ofAssignment.ts';
import { positionWords, workWords } from './resourceWords.ts';
import { studentAssignmentDetails } from './studentAssignmentDetails.screen.ts';

type Resource = AssignmentProgress['resources'][number] & {
  number: number;
  work: AssignmentProgress['students'][number]['work'][number] | undefined;
  /** The attempt that counts. */
  attempt: StudentAnswers['quizzes'][number]['attempts'][number] | undefined;
};

const isWaiting = ({ responses }: NonNullable<Resource['attempt']>) => responses.some(({ points }) => points === null);

/** One student in one assignment, resource by resource, beside the class. */
export default reportScreen({
  ...studentAssignmentDetails,
  call: reports.studentAnswers,
  input: ({ ids: [group_assignment_id, student_puid] }) => ({ group_assignment_id, student_puid }),
  also: async ({ ids: [group_assignment_id, student_puid] }, ask) => ({
    progress: await ask(assignmentReports.assignmentProgress, { group_assignment_id, student_puid }),
  }),
  rows: ({ quizzes, progress: { resources, students } }): readonly Resource[] =>
    resources.map((resource, at) => ({
      ...resource,
      number: at + 1,
      work: students[0]?.work.find(({ lesson_resource_id }) => lesson_resource_id === resource.lesson_resource_id),
      attempt: quizzes.find(({ quiz_id }) => quiz_id === resource.quiz_id)?.attempts.at(-1),
    })),
  name: m.assignmentReports_student,
  title: ({ student }, { name, areNamesHidden }) => (areNamesHidden ? name(student) : nameOf(student)),
  lead: ({ assignment }) => assignmentLead(assignment),
  back: (data) => progressCrumbs(data?.assignment),
  students: ({ student }) => [student],
  figures: studentFigures,
  missing: {
    of: ({ progress: { resources, students } }) =>
      resources
        .filter((one) => !students[0]?.work.some(({ lesson_resource_id }) => lesson_resource_id === one.lesson_resource_id))
        .map(({ title }) => title),
    words: m.assignmentReports_not_begun,
  },
  rowKey: ({ lesson_resource_id }) => lesson_resource_id,
  caption: m.assignmentReports_by_resource,
  columns: {
    number: { header: m.teacher_number, value: ({ number }) => number, unit: 'number', width: 'xs' },
    title: { header: m.assignmentReports_resource, value: ({ title }) => title, isRowHeader: true, width: 'l' },
    kind: { header: m.library_kind, value: ({ resource_type_id }) => kindName(resource_type_id) },
    state: { header: m.teacher_state, value: ({ work }, { language }) => workWords(work, language), look: whole },
    time: { header: m.teacher_time, value: ({ work }) => work?.time_spent ?? null, unit: 'minutes' },
    classTime: {
      header: m.assignmentReports_median_time,
      value: ({ median_time }) => median_time,
      unit: 'minutes',
      missing: m.reports_not_enough,
      width: 's',
    },
    position: {
      header: m.assignmentReports_position,
      value: ({ work, resource_type_id }) => (work ? positionWords(resource_type_id, work.position) : null),
      width: 's',
    },
    score: {
      header: m.reports_score,
      value: ({ attempt }) => (attempt && !isWaiting(attempt) ? attempt.score : null),
      unit: 'number',
      text: ({ attempt }) =>
        !attempt
          ? m.reports_none()
          : isWaiting(attempt)
            ? m.classReports_waiting()
            : attempt.score === null
              ? releaseWords(attempt.state, '')
              : m.student_score({ score: attempt.score, max: attempt.max_score }),
    },
    begun: { header: m.reports_begun, value: ({ work }) => work?.started_at, unit: 'moment' },
    active: { header: m.teacher_last_active, value: ({ work }) => work?.last_active_at, unit: 'moment' },
  },
  chart: {
    title: m.assignmentReports_time_by_resource,
    finding: (rows, say) => {
      const [most] = rows.toSorted((a, b) => (b.work?.time_spent ?? 0) - (a.work?.time_spent ?? 0));
      return most?.work && most.work.time_spent > 0
        ? m.assignmentReports_most_time({ name: most.title, time: inUnit(most.work.time_spent, 'minutes', say) })
        : m.assignmentReports_time_by_resource();
    },
    kind: 'across',
    along: 'title',
    series: ['time'],
  },
  drill: {
    to: ({ quiz_id, lesson_resource_id }, { assignment: { group_assignment_id }, student: { user_puid } }) =>
      quiz_id === null
        ? addressOf(assignmentResourceDetails, group_assignment_id, lesson_resource_id)
        : `${paths.studentAnswers(group_assignment_id, user_puid)}#${quiz_id}`,
  },
  empty: { title: m.assignmentReports_no_resources },
});
