import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { groups } from '../../../contract/groups.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useAddressValue, useTableAddress, useTicks } from '../tableAddress.ts';
import { ChangeProblem } from './ChangeProblem.tsx';
import { useGroupChange } from './useGroupChange.ts';

type Addable = DataOf<typeof groups.studentsToAdd>[number];
const initial = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };
const nobody: ReadonlySet<string> = new Set();
/** Limit of students in one call. */
const most = 500;

/** Adds students of the school to a class or group (`mygroups/AddStudents`). */
export default function AddStudentsPage() {
  const { value } = useParams();
  const [group_puid] = decodeIds(value, 1) as [number];
  const [search, setSearch] = useAddressValue('q', '');
  const [ticks, setSelected] = useTicks();
  const selected = ticks ?? nobody;
  const navigate = useNavigate();
  const notices = useNotices();
  const { send } = useApp();
  const group = useCollection((signal) => send(groups.groupDetail, { group_puid }, { signal, quiet: true }));
  const change = useGroupChange((order) => {
    if (order.kind !== 'fill') return;
    notices.send({ type: 'notice.posted', kind: 'success', text: m.groups_added({ count: order.students.length }) });
    void navigate(paths.group(group_puid), { replace: true });
  });
  const name = group.data?.group_name ?? m.groups_class();
  return (
    <Page width="wide">
      <PageHeader
        title={m.groups_add_students_to({ name })}
        lead={m.groups_add_lead()}
        breadcrumbs={[
          { label: m.groups_title(), href: paths.groups },
          { label: name, href: paths.group(group_puid) },
        ]}
        action={
          <Button
            variant="primary"
            isPending={change.isBusy}
            reason={selected.size === 0 ? m.groups_add_none() : null}
            onPress={() => change.give({ kind: 'fill', groupPuid: group_puid, students: [...selected].slice(0, most).map(Number) })}
          >
            {selected.size === 0 ? m.groups_add_students() : m.groups_add_count({ count: selected.size })}
          </Button>
        }
      />
      <ChangeProblem problem={change.problem} onClose={change.dismiss} />
      <Candidates key={search} group_puid={group_puid} search={search} onSearch={setSearch} selected={selected} onSelected={setSelected} />
    </Page>
  );
}

interface CandidatesProps {
  group_puid: number;
  search: string;
  onSearch: (search: string) => void;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
}

function Candidates({ group_puid, search, onSearch, selected, onSelected }: CandidatesProps) {
  const { send } = useApp();
  const [typed, setTyped] = useState(search);
  const table = useTableAddress(initial);
  const collection = useCollection((signal) =>
    send(groups.studentsToAdd, { group_puid, ...(search === '' ? {} : { search }) }, { signal }),
  );
  const { data } = collection;
  const columns: TableColumn<Addable>[] = [
    { key: 'name', header: m.rostering_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true, width: 'l' },
    { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
    { key: 'grade', header: m.rostering_grade(), value: (row) => row.grade ?? '', width: 's' },
  ];
  return (
    <>
      <Row align="end">
        <SearchField label={m.groups_search()} value={typed} onChange={setTyped} onSubmit={onSearch} onClear={() => onSearch('')} />
        <Button onPress={() => onSearch(typed)}>{m.groups_search_go()}</Button>
      </Row>
      <LoadState collection={collection} />
      {collection.isFailed ? null : (
        <DataTable
          caption={m.groups_add_lead()}
          isCaptionHidden
          rows={data ?? []}
          columns={columns}
          rowKey={(row) => String(row.user_puid)}
          {...table}
          isLoading={data === undefined}
          selected={selected}
          onSelectedChange={onSelected}
          fileName="students-to-add"
          empty={
            <EmptyState art="search" title={m.groups_nobody()}>
              {m.groups_nobody_text()}
            </EmptyState>
          }
        />
      )}
    </>
  );
}
