import { studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { classFilters } from '../classReports/ofClass.ts';
import { studentAssignmentReport } from '../classReports/studentAssignmentReport.screen.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { htmlReaderReport } from './htmlReaderReport.screen.ts';
import { dayColumn, finishedChart, finishedFigure, keyOfRead, ofReadings, readColumns, readState, readsOf, timeOf } from './readings.ts';

/** What a class has read of its readings in HTML: how often opened, how long, and whether completed, student by student. */
export default reportScreen({
  ...htmlReaderReport,
  ...ofReadings,
  call: studentReports.htmlReaderReport,
  rows: ({ readings, students }) => readsOf(readings, students),
  name: m.studentReports_readings,
  title: ({ group_name }) => m.studentReports_readings_of({ name: group_name }),
  lead: () => m.studentReports_readings_lead(),
  figures: [finishedFigure, { name: m.studentReports_attention, value: timeOf, unit: 'minutes' }],
  filters: { ...classFilters, state: readState },
  rowKey: (row) => keyOfRead(row),
  caption: m.classReports_students,
  sort: 'name',
  columns: {
    ...readColumns,
    opened: {
      header: m.studentReports_opened,
      // Begun, but no opening was recorded: it was read without a connection.
      value: ({ opened, state }) => (opened === 0 && state !== 'notStarted' ? null : opened),
      unit: 'number',
    },
    attention: {
      header: m.studentReports_attention,
      value: ({ opened, time_spent, state }) => (opened === 0 && state !== 'notStarted' ? null : time_spent),
      unit: 'minutes',
      width: 's',
    },
    last: { header: m.studentReports_last_opened, value: ({ last_opened_at }) => last_opened_at, unit: 'day', width: 's' },
    completed: { header: m.teacher_completed, value: ({ completed_at }) => completed_at, unit: 'day', only: 'file' },
  },
  moreColumns: ({ readings }) => dayColumn(readings),
  chart: finishedChart,
  drill: { to: ({ user_puid }, { group_puid }) => addressOf(studentAssignmentReport, group_puid, user_puid) },
  empty: { title: m.studentReports_no_readings, text: m.studentReports_no_readings_text },
});
