import { type StudentResource, studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { percent } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { SavedLessons } from '../player/SavedLessons.tsx';
import { LoadedPage } from '../shell/Loaded.tsx';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';

const initial: TableState = { sort: null, filter: '', hidden: [] };
const everyKind = 'all';

/** The contents of the student's lessons, by kind; and the lessons saved on this device for offline use. */
export default function ResourcesPage() {
  const { send } = useApp();
  const user = useUser();
  const table = useTableAddress(initial);
  const [kind, setKind] = useAddressValue('kind', everyKind);
  const collection = useCollection((signal) => send(studentWork.studentResources, { user_puid: user.userPuid }, { signal }));
  const { data } = collection;
  const kinds = [...new Set(data?.map(({ resource_type_id }) => resource_type_id))];
  const columns: TableColumn<StudentResource>[] = [
    {
      key: 'title',
      header: m.student_resource(),
      isRowHeader: true,
      width: 'l',
      value: (row) => row.title,
      look: (text, row) => (
        <Link href={`${paths.lesson(row.lesson_id, row.assignment_id, row.group_assignment_id)}?resource=${row.lesson_resource_id}`}>
          {text}
        </Link>
      ),
    },
    { key: 'kind', header: m.student_kind(), value: (row) => kindName(row.resource_type_id) },
    { key: 'lesson', header: m.student_lesson(), width: 'l', value: (row) => row.lesson_name },
    { key: 'class', header: m.student_class(), value: (row) => row.group_name },
    {
      key: 'time',
      header: m.student_minutes_column(),
      align: 'end',
      width: 's',
      value: (row) => row.time,
      text: (row) => (row.time === null ? '–' : String(row.time)),
    },
    {
      key: 'done',
      header: m.student_progress(),
      align: 'end',
      width: 's',
      value: (row) => row.percentage_completed,
      text: (row) => percent(row.percentage_completed / 100),
    },
  ];
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.student_resources_title()}
      lead={m.student_resources_lead()}
      above={
        data && data.length > 0 ? (
          <Section title={m.student_offline_title()} lead={m.student_offline_lead()}>
            <SavedLessons resources={data} />
          </Section>
        ) : null
      }
    >
      <DataTable
        caption={m.student_resources_title()}
        isCaptionHidden
        rows={(data ?? []).filter(({ resource_type_id }) => kind === everyKind || String(resource_type_id) === kind)}
        columns={columns}
        rowKey={(row) => `${row.group_assignment_id}-${row.lesson_resource_id}`}
        isLoading={data === undefined}
        {...table}
        tools={
          <Select
            label={m.student_kind()}
            isLabelHidden
            options={[
              { key: everyKind, label: m.student_every_kind() },
              ...kinds.map((type) => ({ key: String(type), label: kindName(type) })),
            ]}
            value={kind}
            onChange={setKind}
          />
        }
        rowActions={(row) =>
          row.printable_quiz_id === null ? null : (
            <LinkButton size="small" variant="quiet" href={paths.printQuiz(row.lesson_id, row.assignment_id, row.printable_quiz_id)}>
              {m.student_print()}
            </LinkButton>
          )
        }
        fileName="resources"
        empty={<EmptyState title={m.student_no_resources()}>{m.student_nothing_to_do_text()}</EmptyState>}
      />
    </LoadedPage>
  );
}
