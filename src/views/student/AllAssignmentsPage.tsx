import { type StudentAssignment, student } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { studentDashboardSlice } from '../../services/slices/studentDashboard.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatDay } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';

const stateName = (state: StudentAssignment['state']) =>
  state === 'completed'
    ? m.student_done()
    : state === 'inProgress'
      ? m.student_in_progress()
      : state === 'upcoming'
        ? m.student_upcoming()
        : m.student_not_started();

/** Everything that was ever assigned to the student. */
export default function AllAssignmentsPage() {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const { data, state, retry } = useCollection(
    (signal) => send(student.studentDashboard, { user_puid: user.userPuid }, { signal }),
    studentDashboardSlice,
  );
  const columns: TableColumn<StudentAssignment>[] = [
    {
      key: 'lesson',
      header: m.student_lesson(),
      value: (row) => row.lesson_name,
      isRowHeader: true,
      look: (text, row) => (row.state === 'upcoming' ? text : <Link href={paths.lesson(row.lesson_id, row.assignment_id)}>{text}</Link>),
    },
    { key: 'class', header: m.student_class(), value: (row) => row.group_name },
    { key: 'state', header: m.student_state(), value: (row) => (row.is_overdue ? m.student_overdue() : stateName(row.state)) },
    {
      key: 'due',
      header: m.student_due_column(),
      value: (row) => row.to_date ?? '',
      text: (row) => (row.to_date ? formatDay(row.to_date, language, user.time_zone) : m.student_no_due_date()),
    },
    {
      key: 'score',
      header: m.student_score_column(),
      align: 'end',
      value: (row) => (row.score === null || !row.max_score ? null : row.score / row.max_score),
      text: (row) => (row.score === null || row.max_score === null ? '–' : m.student_score({ score: row.score, max: row.max_score })),
    },
  ];
  return (
    <Page width="wide">
      <PageHeader title={m.student_all_title()} />
      {state.hasTag('failed') ? (
        <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />
      ) : (
        <DataTable
          caption={m.student_all_title()}
          isCaptionHidden
          rows={data?.assignments ?? []}
          columns={columns}
          rowKey={(row) => String(row.group_assignment_id)}
          isLoading={data === undefined}
          initialState={{ sort: { key: 'due', isDescending: true }, filter: '', hidden: [] }}
          fileName="assignments"
          empty={<EmptyState title={m.student_nothing_to_do()}>{m.student_nothing_to_do_text()}</EmptyState>}
        />
      )}
    </Page>
  );
}
