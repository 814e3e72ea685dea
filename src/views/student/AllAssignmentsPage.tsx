import type { StudentAssignment } from '../../../contract/student.ts';
import { AssignmentType, studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';
import { NewComments } from './AssignmentCard.tsx';
import { stateName } from './stateName.ts';

type Type = keyof typeof AssignmentType;

const types = (): Record<Type, string> => ({
  all: m.student_type_all(),
  toDo: m.student_type_to_do(),
  overdue: m.student_overdue(),
  done: m.student_done(),
  upcoming: m.student_upcoming(),
});

const isType = (value: string): value is Type => value in AssignmentType;

/** Everything ever assigned to the student, by type. */
export default function AllAssignmentsPage() {
  const [value, setType] = useAddressValue('type', 'all');
  const type = isType(value) ? value : 'all';
  return (
    <Page width="wide">
      <PageHeader title={m.student_all_title()} />
      <Tabs
        label={m.student_types()}
        selected={type}
        onChange={setType}
        items={Object.entries(types()).map(([key, label]) => ({
          key,
          label,
          content: <Assignments key={type} type={type} title={label} />,
        }))}
      />
    </Page>
  );
}

const initial: TableState = { sort: { key: 'due', isDescending: true }, filter: '', hidden: [] };

function Assignments({ type, title }: { type: Type; title: string }) {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const table = useTableAddress(initial);
  const collection = useCollection((signal) =>
    send(studentWork.viewAllAssignments, { user_puid: user.userPuid, typeId: AssignmentType[type] }, { signal }),
  );
  const { data } = collection;
  const columns: TableColumn<StudentAssignment>[] = [
    {
      key: 'lesson',
      header: m.student_lesson(),
      value: (row) => row.lesson_name,
      isRowHeader: true,
      width: 'l',
      look: (text, row) =>
        row.state === 'upcoming' ? (
          text
        ) : (
          <Link href={paths.lesson(row.lesson_id, row.assignment_id, row.group_assignment_id)}>{text}</Link>
        ),
    },
    { key: 'class', header: m.student_class(), value: (row) => row.group_name },
    {
      key: 'state',
      header: m.student_state(),
      value: (row) => (row.is_overdue ? m.student_overdue() : row.is_past_year ? m.student_past_year() : stateName(row.state)),
    },
    {
      key: 'progress',
      header: m.student_progress(),
      align: 'end',
      value: (row) => row.percentage_completed,
      text: (row) => m.student_resources_done({ done: row.resources_completed, count: row.resource_count }),
    },
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
    {
      key: 'comments',
      header: m.comments_new_column(),
      align: 'end',
      value: (row) => row.new_comments?.count ?? null,
      text: (row) => (row.new_comments ? m.comments_new({ count: row.new_comments.count }) : '–'),
      look: (_, row) => (row.new_comments ? <NewComments assignment={row} /> : '–'),
    },
  ];
  if (collection.isFailed) return <LoadState collection={collection} />;
  return (
    <DataTable
      caption={title}
      isCaptionHidden
      rows={data ?? []}
      columns={columns}
      rowKey={(row) => String(row.group_assignment_id)}
      isLoading={data === undefined}
      {...table}
      fileName="assignments"
      empty={
        type === 'all' ? (
          <EmptyState title={m.student_nothing_to_do()}>{m.student_nothing_to_do_text()}</EmptyState>
        ) : (
          <EmptyState art="done" title={m.student_none_of_type()}>
            {m.student_none_of_type_text()}
          </EmptyState>
        )
      }
    />
  );
}
