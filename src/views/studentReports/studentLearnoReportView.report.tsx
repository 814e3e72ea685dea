import { lazy, type ReactNode, Suspense } from 'react';
import { m } from '../../paraglide/messages.js';
import { type Answer, answerChart } from '../reports/attemptTables.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { type AttemptData, answersOf, attemptIn, ofAttempt, otherAttempts } from './ofAttempt.ts';
import { studentLearnoReportView } from './studentLearnoReportView.screen.ts';

const FetchResults = lazy(() => import('./FetchResults.tsx'));

const isLearnosity = ({ provider }: AttemptData) => provider === 'learnosity';
const isElsewhere = (data: AttemptData) => isLearnosity(data) && data.fetched_at === null;

/** Where the results are, once there is something to fetch. */
function ResultParts({
  page: { data, refresh },
  children,
}: {
  page: OpenReport<AttemptData>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const isSubmitted = data !== undefined && (attemptIn(data).attempt?.submitted_at ?? null) !== null;
  // Results of another district are only read.
  return children({
    above:
      isSubmitted && !data.other_district ? (
        <Suspense fallback={null}>
          <FetchResults
            key={data.result_id}
            resultId={data.result_id}
            isLearnosity={isLearnosity(data)}
            fetchedAt={data.fetched_at}
            onFetched={refresh}
          />
        </Suspense>
      ) : null,
  });
}

/** An attempt that the assessment provider delivered. Learnosity's answers and points are fetched by the server. */
export default reportScreen({
  ...studentLearnoReportView,
  ...ofAttempt,
  rows: (data: AttemptData) => (isElsewhere(data) ? [] : answersOf(data)),
  figures: [
    ...ofAttempt.figures,
    {
      name: m.studentReports_provider,
      value: (data: AttemptData) => (isLearnosity(data) ? m.studentReports_provider_learnosity() : m.studentReports_provider_built_in()),
      unit: 'text',
    },
  ],
  rowKey: ({ question }: Answer) => question.id,
  chart: answerChart,
  empty: { title: m.studentReports_elsewhere, text: m.studentReports_elsewhere_text },
  sections: { of: otherAttempts(studentLearnoReportView) },
  Parts: ResultParts,
});
