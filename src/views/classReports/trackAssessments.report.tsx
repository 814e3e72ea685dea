import { lazy } from 'react';
import { type AssessmentsOfGroup, classReports } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { formatMoment } from '../../ui/dateFormats.ts';
import type { ReportColumn } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessmentStatus } from './assessmentStatus.screen.ts';
import { assessmentAddress, keyOfAssessment } from './assessmentWords.ts';
import { classFilters, classInput, reportCrumbs } from './ofClass.ts';
import { trackAssessments } from './trackAssessments.screen.ts';

type Assessment = AssessmentsOfGroup['assessments'][number];
type State = keyof Assessment['states'];

const count = (header: () => string, ...states: State[]): ReportColumn<Assessment> => ({
  header,
  value: (row) => states.reduce((sum, state) => sum + row.states[state], 0),
  unit: 'number',
  width: 'xs',
});

/** Results that students do not see and that no day is set for. */
const unreleased = ({ states }: Assessment) => states.submitted + states.graded + states.recalled;

/** The assessments of a class: how many students are at each step, and what they see of their results. */
export default reportScreen({
  ...trackAssessments,
  call: classReports.assessmentsOfGroup,
  input: classInput,
  rows: ({ assessments }) => assessments,
  name: m.classReports_track,
  title: ({ group_name }) => m.classReports_track_of({ name: group_name }),
  back: reportCrumbs,
  filters: classFilters,
  rowKey: (row) => keyOfAssessment(row),
  caption: m.classReports_assessment_by_assessment,
  sort: '-from',
  isMatrix: true,
  columns: {
    title: { header: m.classReports_assessment, value: ({ title }) => title, isRowHeader: true, width: 'l' },
    // The page has room for the states and the actions. The rest is in files, and behind the link of the row.
    lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name, only: 'file' },
    from: { header: m.teacher_from, value: ({ from_date }) => from_date, unit: 'day' },
    due: { header: m.teacher_to, value: ({ to_date }) => to_date, unit: 'day', only: 'file' },
    notStarted: count(m.teacher_not_started, 'notStarted'),
    started: count(m.reports_state_started, 'started'),
    submitted: count(m.reports_state_submitted, 'submitted'),
    graded: count(m.reports_state_graded, 'graded'),
    scheduled: count(m.classReports_scheduled, 'scheduled'),
    released: count(m.reports_state_released, 'released'),
    recalled: count(m.reports_state_recalled, 'recalled'),
    unreleased: { header: m.classReports_unreleased, value: unreleased, unit: 'number', only: 'file' },
    waiting: { header: m.classReports_waiting, value: ({ waiting }) => waiting, unit: 'number', only: 'file' },
    release: {
      header: m.classReports_class_release,
      value: ({ release_at }) => release_at,
      unit: 'moment',
      text: ({ release_at }, { language, timeZone }) =>
        release_at ? formatMoment(release_at, language, timeZone) : m.reports_not_released(),
      only: 'file',
    },
  },
  chart: {
    title: m.classReports_track_chart,
    finding: (rows) => {
      const waiting = rows.reduce((sum, row) => sum + unreleased(row), 0);
      return waiting === 0 ? m.classReports_track_none() : m.classReports_track_waiting({ count: waiting });
    },
    kind: 'across',
    along: 'title',
    series: ['released', 'scheduled', 'started', 'unreleased', 'notStarted'],
  },
  drill: { to: (row, { group_puid }) => assessmentAddress(assessmentStatus, group_puid, row) },
  empty: { title: m.classReports_no_assessments, text: m.classReports_no_assessments_text },
  // Releasing and reassigning load beside the numbers.
  Parts: lazy(() => import('./TrackParts.tsx')),
});
