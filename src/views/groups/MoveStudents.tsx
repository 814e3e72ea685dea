import { useState } from 'react';
import { type GroupCard, type GroupStudent, groups } from '../../../contract/groups.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useAddressValue } from '../tableAddress.ts';
import { ChangeProblem } from './ChangeProblem.tsx';
import { useGroupChange } from './useGroupChange.ts';

const initial = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };
const optionOf = (group: GroupCard) => ({
  key: String(group.group_puid),
  label: [group.group_name, group.period ? m.groups_period_of({ period: group.period }) : '', group.school_name]
    .filter((part) => part !== '')
    .join(' · '),
});

/** Moves students from one class to another. */
export function MoveStudents() {
  const { send } = useApp();
  const user = useUser();
  const notices = useNotices();
  const [from, setFrom] = useAddressValue('from', '');
  const [to, setTo] = useAddressValue('to', '');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moves, setMoves] = useState(0);
  const collection = useCollection((signal) => send(groups.myGroups, { user_puid: user.userPuid }, { signal }));
  const { data } = collection;
  const change = useGroupChange((order) => {
    if (order.kind !== 'transfer') return;
    notices.send({ type: 'notice.posted', kind: 'success', text: m.groups_transferred({ count: order.students.length }) });
    setSelected(new Set());
    setMoves((number) => number + 1);
  });
  const source = data?.find((one) => String(one.group_puid) === from);
  const isReady = source !== undefined && to !== '' && selected.size > 0;
  return (
    <Stack gap={5}>
      <Text tone="soft">{m.groups_transfer_lead()}</Text>
      <ChangeProblem problem={change.problem} onClose={change.dismiss} />
      <LoadState collection={collection} />
      <Grid min="m">
        <NativeSelect
          label={m.groups_from()}
          placeholder={m.groups_choose()}
          value={from === '' ? null : from}
          options={(data ?? []).map(optionOf)}
          onChange={(next) => {
            setSelected(new Set());
            setFrom(next);
          }}
        />
        <NativeSelect
          label={m.groups_to()}
          placeholder={m.groups_choose()}
          value={to === '' ? null : to}
          options={(data ?? [])
            .filter((one) => one.school_id === (source?.school_id ?? one.school_id) && String(one.group_puid) !== from)
            .map(optionOf)}
          onChange={setTo}
        />
      </Grid>
      {source ? <Members key={`${from}.${moves}`} group_puid={source.group_puid} selected={selected} onSelected={setSelected} /> : null}
      <Row>
        <Button
          variant="primary"
          isPending={change.isBusy}
          reason={isReady ? null : m.groups_transfer_missing()}
          onPress={() => change.give({ kind: 'transfer', from: Number(from), to: Number(to), students: [...selected].map(Number) })}
        >
          {selected.size === 0 ? m.groups_transfer() : m.groups_transfer_go({ count: selected.size })}
        </Button>
      </Row>
    </Stack>
  );
}

interface MembersProps {
  group_puid: number;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
}

function Members({ group_puid, selected, onSelected }: MembersProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(groups.groupDetail, { group_puid }, { signal }));
  const { data } = collection;
  const columns: TableColumn<GroupStudent>[] = [
    { key: 'name', header: m.rostering_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true, width: 'l' },
    { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
    { key: 'grade', header: m.rostering_grade(), value: (row) => row.grade ?? '', width: 's' },
  ];
  if (collection.isFailed) return <LoadState collection={collection} />;
  return (
    <DataTable
      caption={m.groups_members()}
      rows={data?.students.filter((one) => one.left_at === null) ?? []}
      columns={columns}
      rowKey={(row) => String(row.user_puid)}
      initialState={initial}
      isLoading={data === undefined}
      selected={selected}
      onSelectedChange={onSelected}
      fileName="students-to-move"
      empty={<EmptyState title={m.groups_no_members()} />}
    />
  );
}
