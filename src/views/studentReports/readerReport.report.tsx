import { type ReaderReport, studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { classFilters } from '../classReports/ofClass.ts';
import { studentAssignmentReport } from '../classReports/studentAssignmentReport.screen.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { readerReport } from './readerReport.screen.ts';
import { dayColumn, finishedChart, finishedFigure, keyOfRead, ofReadings, readColumns, readState, readsOf, timeOf } from './readings.ts';

/** The Lexile level of a reader, or the remark of a Spanish one. */
const levelWords = ({ lexile, spanish_remark }: ReaderReport['readers'][number]): string | null =>
  lexile === null ? spanish_remark : m.player_lexile({ level: lexile });

/** What a class has read of its leveled readers: level, pages, time and quiz, student by student. */
export default reportScreen({
  ...readerReport,
  ...ofReadings,
  call: studentReports.readerReport,
  rows: ({ readers, students }) => readsOf(readers, students),
  name: m.studentReports_readers,
  title: ({ group_name }) => m.studentReports_readers_of({ name: group_name }),
  figures: [finishedFigure, { name: m.teacher_time, value: timeOf, unit: 'minutes' }],
  filters: { ...classFilters, state: readState },
  rowKey: (row) => keyOfRead(row),
  caption: m.classReports_students,
  sort: 'name',
  columns: {
    ...readColumns,
    level: { header: m.studentReports_level, value: ({ reading }) => levelWords(reading), width: 's' },
    pages: {
      header: m.studentReports_pages,
      value: ({ pages_read }) => pages_read,
      unit: 'number',
      text: ({ pages_read, reading }) => m.reports_of({ value: pages_read, max: reading.pages }),
    },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    quiz: {
      header: m.studentReports_reader_quiz,
      value: ({ quiz }) => quiz?.correct ?? null,
      unit: 'number',
      text: ({ quiz }) => (quiz === null ? m.reports_none() : m.reports_of({ value: quiz.correct, max: quiz.questions })),
    },
  },
  moreColumns: ({ readers }) => dayColumn(readers),
  chart: finishedChart,
  drill: { to: ({ user_puid }, { group_puid }) => addressOf(studentAssignmentReport, group_puid, user_puid) },
  empty: { title: m.studentReports_no_readers, text: m.studentReports_no_readers_text },
});
