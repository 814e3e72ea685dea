import { type ClassTransfer, classTransfers, type TransferClass, type TransferTeacher } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import { classTransferMachine, type TransferOrder } from '../../machines/groups/classTransferMachine.ts';
import { m } from '../../paraglide/messages.js';
import { classTransferActors } from '../../services/groups.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';

const byName = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };
const byTime = { sort: { key: 'when', isDescending: true }, filter: '', hidden: [] };
const announcements = { groups_handed_over: m.groups_handed_over, groups_handed_back: m.groups_handed_back };

const nameOf = ({ first_name, last_name }: Pick<TransferTeacher, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`;
const namesOf = (all: readonly { group_name: string }[]) => all.map((one) => one.group_name).join('; ');
const sumOf = (classes: readonly TransferClass[], field: 'student_count' | 'assignment_count' | 'result_count') =>
  formatNumber(classes.reduce((sum, one) => sum + one[field], 0));

/** Transfers classes from one teacher to another after a preview of what moves along. Recent transfers are listed below, with Undo. */
export function HandOver() {
  const { send } = useApp();
  const { userPuid: user_puid, role } = useUser();
  const teachers = useCollection((signal) => send(classTransfers.transferTeachers, { user_puid }, { signal }));
  const past = useCollection((signal) => send(classTransfers.classTransferList, { user_puid }, { signal }));
  const [from, setFrom] = useAddressValue('teacher', '');
  const lookAgain = () => {
    teachers.refresh();
    past.refresh();
  };
  const actor = useChart(classTransferMachine, {
    actors: classTransferActors(send),
    announce: announcements,
    on: { 'classes.moved': lookAgain, 'classes.returned': lookAgain },
  });
  const { to, chosen, changes, order, problem, refusal, transfer, ...shown } = useFields(actor, (snapshot) => ({
    ...snapshot.context,
    isAsking: snapshot.hasTag('asking'),
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    outcome: snapshot.hasTag('moved') ? ('moved' as const) : snapshot.hasTag('undone') ? ('undone' as const) : null,
  }));
  const all = teachers.data ?? [];
  const takers = all.filter((one) => one.active && String(one.user_puid) !== from);
  const giver = all.find((one) => String(one.user_puid) === from);
  const asked = { type: 'transfer.asked' as const, from: giver ?? null };
  const missing = useWhyNot<typeof classTransferMachine>(actor, asked, { isComplete: m.groups_hand_missing() });
  const optionOf = (one: TransferTeacher) => ({
    key: String(one.user_puid),
    label: [
      m.groups_hand_of({ name: `${one.last_name}, ${one.first_name}`, count: one.group_count }),
      ...(one.active ? [] : [m.groups_hand_closed()]),
      ...(role >= Role.districtAdministrator && one.school_name ? [one.school_name] : []),
    ].join(' · '),
  });
  return (
    <Stack gap={5}>
      <LoadState collection={teachers} />
      <Outcome transfer={transfer} state={shown.outcome}>
        {transfer?.can_undo ? <Button onPress={() => actor.send({ type: 'undo.asked', transfer })}>{m.groups_hand_undo()}</Button> : null}
      </Outcome>
      {shown.isFailed && problem ? <ProblemNotice title={m.groups_hand_not_undone()} problem={problem} /> : null}
      <Grid min="m">
        <NativeSelect
          label={m.groups_hand_from()}
          placeholder={m.groups_hand_choose()}
          value={giver ? from : null}
          options={all.filter((one) => one.group_count > 0 || String(one.user_puid) === from).map(optionOf)}
          error={fieldText(refusal, 'from_teacher_puid')}
          onChange={(next) => {
            actor.send({ type: 'giver.changed' });
            setFrom(next);
          }}
        />
        <NativeSelect
          label={m.groups_hand_to()}
          placeholder={m.groups_hand_choose()}
          value={takers.some((one) => one.user_puid === to?.user_puid) ? String(to?.user_puid) : null}
          options={takers.map(optionOf)}
          error={fieldText(refusal, 'to_teacher_puid')}
          onChange={(next) => {
            const taker = takers.find((one) => String(one.user_puid) === next);
            if (taker) actor.send({ type: 'taker.chosen', to: taker });
          }}
        />
      </Grid>
      {giver ? (
        <Classes
          key={`${from}.${changes}`}
          teacher={giver}
          chosen={chosen}
          onChosen={(classes) => actor.send({ type: 'classes.chosen', classes })}
          action={
            <Button variant="primary" isPending={shown.isBusy} reason={missing} onPress={() => actor.send(asked)}>
              {chosen.length === 0 ? m.groups_hand_move() : m.groups_hand_go({ count: chosen.length })}
            </Button>
          }
        />
      ) : null}
      <LoadState collection={past} />
      {past.isFailed ? null : (
        <Past
          transfers={past.data}
          isBusy={shown.isBusy}
          onUndo={(one) => {
            const event = { type: 'undo.asked' as const, transfer: one };
            if (actor.getSnapshot().can(event)) actor.send(event);
          }}
        />
      )}
      <ConfirmDialog
        title={order ? m.groups_hand_title({ count: order.classes.length, name: nameOf(order.to) }) : ''}
        confirmLabel={m.groups_hand_go({ count: order?.classes.length ?? 1 })}
        isOpen={shown.isAsking}
        isPending={shown.isBusy}
        error={problem && shown.isAsking ? problemText(problem) : undefined}
        onOpenChange={(isOpen) => {
          const event = { type: 'transfer.dismissed' as const };
          if (!isOpen && actor.getSnapshot().can(event)) actor.send(event);
        }}
        onConfirm={() => actor.send({ type: 'transfer.confirmed' })}
      >
        {order ? <Consequences order={order} /> : null}
      </ConfirmDialog>
    </Stack>
  );
}

function Outcome({
  transfer,
  state,
  children,
}: {
  transfer: ClassTransfer | null;
  state: 'moved' | 'undone' | null;
  children: React.ReactNode;
}) {
  if (!transfer || !state) return null;
  const names = namesOf(transfer.groups);
  return (
    <div data-focus="outcome" tabIndex={-1}>
      <Notice
        tone="success"
        title={state === 'moved' ? m.groups_handed_over() : m.groups_handed_back()}
        action={state === 'moved' ? children : null}
      >
        {state === 'moved'
          ? m.groups_handed_over_text({ names, to: nameOf(transfer.to) })
          : m.groups_handed_back_text({ names, from: nameOf(transfer.from) })}
      </Notice>
    </div>
  );
}

/** The consequences in numbers, and who has access afterwards. */
function Consequences({ order: { from, to, classes } }: { order: TransferOrder }) {
  const numbers: [string, string][] = [
    [m.groups_hand_students(), sumOf(classes, 'student_count')],
    [m.groups_hand_running(), sumOf(classes, 'assignment_count')],
    [m.groups_hand_results(), sumOf(classes, 'result_count')],
  ];
  const others = [
    ...new Set(
      classes.flatMap((one) =>
        one.teachers.filter(({ user_puid }) => user_puid !== from.user_puid && user_puid !== to.user_puid).map(nameOf),
      ),
    ),
  ];
  return (
    <Stack gap={3}>
      <Text>{namesOf(classes)}</Text>
      <dl>
        {numbers.map(([name, value]) => (
          <Row key={name} justify="between">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Row>
        ))}
      </dl>
      <Text>{m.groups_hand_stays()}</Text>
      <Text>{m.groups_hand_loses({ name: nameOf(from) })}</Text>
      {others.length > 0 ? <Text>{m.groups_hand_others({ names: others.join('; ') })}</Text> : null}
      {to.school_id !== null && classes.some((one) => one.school_id !== to.school_id) ? (
        <Notice tone="warning">{m.groups_hand_other_school({ name: nameOf(to) })}</Notice>
      ) : null}
      <Text tone="soft">{m.groups_hand_undo_note()}</Text>
    </Stack>
  );
}

interface ClassesProps {
  teacher: TransferTeacher;
  chosen: readonly TransferClass[];
  onChosen: (classes: readonly TransferClass[]) => void;
  action: React.ReactNode;
}

/** The classes of a teacher, with checkboxes. */
function Classes({ teacher, chosen, onChosen, action }: ClassesProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(classTransfers.classesOfTeacher, { teacher_puid: teacher.user_puid }, { signal }));
  const { data } = collection;
  const columns: TableColumn<TransferClass>[] = [
    {
      key: 'name',
      header: m.groups_class(),
      value: (row) => (row.active ? row.group_name : `${row.group_name} (${m.groups_archived()})`),
      isRowHeader: true,
      width: 'l',
    },
    { key: 'students', header: m.groups_hand_students(), value: (row) => row.student_count, align: 'end', width: 's' },
    { key: 'running', header: m.groups_hand_running(), value: (row) => row.assignment_count, align: 'end', width: 's' },
    {
      key: 'results',
      header: m.groups_hand_results(),
      value: (row) => row.result_count,
      text: (row) => formatNumber(row.result_count),
      align: 'end',
      width: 's',
    },
    {
      key: 'teachers',
      header: m.groups_hand_teachers(),
      value: (row) =>
        row.teachers
          .filter((one) => one.user_puid !== teacher.user_puid)
          .map(nameOf)
          .join('; '),
    },
  ];
  if (collection.isFailed) return <LoadState collection={collection} />;
  return (
    <Stack gap={3}>
      <DataTable
        caption={m.groups_transfer_classes()}
        rows={data ?? []}
        columns={columns}
        rowKey={(row) => String(row.group_puid)}
        initialState={byName}
        isLoading={data === undefined}
        selected={new Set(chosen.map((one) => String(one.group_puid)))}
        onSelectedChange={(keys) => onChosen((data ?? []).filter((one) => keys.has(String(one.group_puid))))}
        fileName="classes-to-move"
        hasToolbar={(data?.length ?? 0) > 10}
        empty={<EmptyState title={m.groups_hand_none()}>{m.groups_hand_none_text()}</EmptyState>}
      />
      <Row>{action}</Row>
    </Stack>
  );
}

interface PastProps {
  transfers: readonly ClassTransfer[] | undefined;
  isBusy: boolean;
  onUndo: (transfer: ClassTransfer) => void;
}

/** Transfers of the last 30 days, by whom, with Undo. */
function Past({ transfers, isBusy, onUndo }: PastProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const columns: TableColumn<ClassTransfer>[] = [
    { key: 'classes', header: m.groups_hand_classes(), value: (row) => namesOf(row.groups), isRowHeader: true, width: 'l' },
    { key: 'way', header: m.groups_hand_way(), value: (row) => `${nameOf(row.from)} → ${nameOf(row.to)}`, width: 'l' },
    { key: 'by', header: m.groups_hand_by(), value: (row) => row.transferred_by },
    {
      key: 'when',
      header: m.groups_hand_when(),
      value: (row) => row.transferred_at,
      text: (row) => formatMoment(row.transferred_at, language, time_zone),
    },
    {
      key: 'state',
      header: m.groups_hand_state(),
      value: (row) => (row.is_undone ? m.groups_hand_is_undone() : m.groups_hand_is_moved()),
      look: (text, row) => <Badge tone={row.is_undone ? 'neutral' : 'success'}>{text}</Badge>,
      width: 's',
    },
  ];
  return (
    <DataTable
      caption={m.groups_hand_history()}
      rows={transfers ?? []}
      columns={columns}
      rowKey={(row) => String(row.transfer_id)}
      initialState={byTime}
      isLoading={transfers === undefined}
      hasToolbar={(transfers?.length ?? 0) > 10}
      rowActions={(row) =>
        row.can_undo ? (
          <Button
            size="small"
            aria-label={m.groups_hand_undo_of({ names: namesOf(row.groups) })}
            reason={isBusy ? m.ui_wait() : null}
            onPress={() => onUndo(row)}
          >
            {m.groups_hand_undo()}
          </Button>
        ) : null
      }
      fileName="class-transfers"
      empty={<EmptyState title={m.groups_hand_history_none()}>{m.groups_hand_history_none_text()}</EmptyState>}
    />
  );
}
