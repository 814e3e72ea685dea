import { m } from '../../paraglide/messages.js';
import { type Answer, answerChart } from '../reports/attemptTables.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { type AttemptData, answersOf, ofAttempt, otherAttempts } from './ofAttempt.ts';
import { studentLearnoReportView } from './studentLearnoReportView.screen.ts';

const isElsewhere = ({ provider }: AttemptData) => provider === 'learnosity';

/** An attempt that the assessment provider delivered. The built-in provider's answers are here; Learnosity keeps its own. */
export default reportScreen({
  ...studentLearnoReportView,
  ...ofAttempt,
  rows: (data: AttemptData) => (isElsewhere(data) ? [] : answersOf(data)),
  figures: [
    ...ofAttempt.figures,
    {
      name: m.studentReports_provider,
      value: (data: AttemptData) => (isElsewhere(data) ? m.studentReports_provider_learnosity() : m.studentReports_provider_built_in()),
      unit: 'text',
    },
  ],
  rowKey: ({ question }: Answer) => question.id,
  chart: answerChart,
  empty: { title: m.studentReports_elsewhere, text: m.studentReports_elsewhere_text },
  sections: { of: otherAttempts(studentLearnoReportView) },
});
