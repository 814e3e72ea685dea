import { assessmentStates } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessmentStatus } from './assessmentStatus.screen.ts';
import { standingOf, stateWords } from './assessmentWords.ts';
import {
  assignmentColumns,
  keyOf,
  notSubmitted,
  ofAssessment,
  type Student,
  scoreColumn,
  studentColumns,
  toAnswers,
} from './ofAssessment.ts';

const countOf = (students: readonly Student[], ...states: Student['state'][]) =>
  students.filter(({ state }) => states.includes(state)).length;

/** Where every student of a class stands with one assessment. */
export default reportScreen({
  ...assessmentStatus,
  ...ofAssessment,
  rows: ({ students }) => students,
  name: m.classReports_status,
  title: ({ title }) => m.classReports_status_of({ title }),
  figures: [
    { name: m.teacher_not_started, value: ({ students }) => countOf(students, 'notStarted') },
    { name: m.reports_state_started, value: ({ students }) => countOf(students, 'started') },
    { name: m.reports_handed_in, value: ({ students }) => students.length - countOf(students, 'notStarted', 'started') },
    { name: m.reports_state_released, value: ({ students }) => countOf(students, 'released') },
  ],
  missing: { of: ({ students }, say) => notSubmitted(students, say), words: m.reports_missing_names },
  filters: {
    ...ofAssessment.filters,
    state: { of: ({ state }) => state, nameOf: (state) => stateWords(state as Student['state']) },
  },
  rowKey: keyOf,
  caption: m.classReports_students,
  sort: 'name',
  columns: {
    ...studentColumns,
    state: { header: m.teacher_state, value: standingOf, width: 'm' },
    begun: { header: m.reports_begun, value: ({ started_at }) => started_at, unit: 'moment' },
    submitted: { header: m.reports_submitted_at, value: ({ submitted_at }) => submitted_at, unit: 'moment' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    score: scoreColumn,
    attempts: { header: m.classReports_attempts, value: ({ attempts }) => attempts, unit: 'number' },
  },
  moreColumns: assignmentColumns,
  chart: {
    title: m.classReports_status_chart,
    finding: (rows) => {
      const count = countOf(rows, 'notStarted', 'started');
      return count === 0 ? m.classReports_status_all() : m.classReports_status_missing({ count, of: rows.length });
    },
    kind: 'across',
    along: 'state',
    series: ['attempts'],
    axis: m.teacher_students_title,
    unit: 'number',
    points: (rows) => {
      const states = assessmentStates.filter((state) => countOf(rows, state) > 0);
      return { labels: states.map((state) => stateWords(state).trim()), values: states.map((state) => countOf(rows, state)) };
    },
  },
  drill: { to: toAnswers },
  empty: { title: m.teacher_no_students },
});
