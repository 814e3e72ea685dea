import { type ReleasedResult, studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { Chart } from '../../ui/Chart.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { percent } from '../../ui/percent.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatDay } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';
import { byLesson, overTime, percentOf } from './results.ts';

const initial: TableState = { sort: { key: 'date', isDescending: true }, filter: '', hidden: [] };

/** The student's released results: over time, by lesson, and one by one. */
export default function ReportPage() {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const table = useTableAddress(initial);
  const [view, setView] = useAddressValue('view', 'time');
  const collection = useCollection((signal) => send(studentWork.studentReport, { user_puid: user.userPuid }, { signal }));
  const { data } = collection;
  const dayOf = ({ submitted_at }: ReleasedResult) => (submitted_at === null ? '–' : formatDay(submitted_at, language, user.time_zone));
  const columns: TableColumn<ReleasedResult>[] = [
    { key: 'quiz', header: m.student_quiz(), isRowHeader: true, width: 'l', value: (row) => row.title },
    {
      key: 'lesson',
      header: m.student_lesson(),
      width: 'l',
      value: (row) => row.lesson_name,
      look: (text, row) => <Link href={paths.lesson(row.lesson_id, row.assignment_id)}>{text}</Link>,
    },
    { key: 'class', header: m.student_class(), value: (row) => row.group_name },
    { key: 'date', header: m.student_handed_in(), value: (row) => row.submitted_at, text: dayOf },
    {
      key: 'score',
      header: m.student_score_column(),
      align: 'end',
      value: (row) => row.score,
      text: (row) => m.student_score({ score: row.score, max: row.max_score }),
    },
    { key: 'share', header: m.student_share_column(), align: 'end', value: percentOf, text: (row) => percent(percentOf(row) / 100) },
  ];
  const isByLesson = view === 'lesson';
  const chart = isByLesson ? byLesson(data ?? []) : overTime(data ?? [], dayOf);
  return (
    <LoadedPage
      empty={<EmptyState title={m.student_report_none()}>{m.student_report_none_text()}</EmptyState>}
      collection={collection}
      width="wide"
      title={m.student_report_title()}
      lead={m.student_report_lead()}
      shape="row"
      count={6}
    >
      {(data) => (
        <>
          <Chart
            title={isByLesson ? m.student_chart_by_lesson() : m.student_chart_over_time()}
            kind={isByLesson ? 'bar' : 'line'}
            data={{ labels: chart.labels, series: [{ name: m.student_share_column(), values: chart.values }] }}
            labelHeader={isByLesson ? m.student_lesson() : m.student_handed_in()}
            valueHeader={m.student_share_column()}
            format={(value) => percent(value / 100)}
            max={100}
            tools={
              <SegmentedControl
                label={m.student_chart_choice()}
                value={isByLesson ? 'lesson' : 'time'}
                onChange={setView}
                options={[
                  { key: 'time', label: m.student_over_time() },
                  { key: 'lesson', label: m.student_by_lesson() },
                ]}
              />
            }
          />
          <Section title={m.student_results_title()}>
            <DataTable
              caption={m.student_results_title()}
              isCaptionHidden
              rows={data}
              columns={columns}
              rowKey={(row) => String(row.result_id)}
              {...table}
              fileName="results"
              empty={null}
            />
          </Section>
        </>
      )}
    </LoadedPage>
  );
}
