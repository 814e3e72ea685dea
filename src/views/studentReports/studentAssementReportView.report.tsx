import { m } from '../../paraglide/messages.js';
import { type Answer, answerChart } from '../reports/attemptTables.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { answersOf, ofAttempt, otherAttempts } from './ofAttempt.ts';
import { studentAssementReportView } from './studentAssementReportView.screen.ts';

/** One attempt at an assessment: each question with the answer, the key and the points, and the other attempts. */
export default reportScreen({
  ...studentAssementReportView,
  ...ofAttempt,
  rows: answersOf,
  rowKey: ({ question }: Answer) => question.id,
  chart: answerChart,
  empty: { title: m.reports_no_answers },
  sections: { of: otherAttempts(studentAssementReportView) },
});
