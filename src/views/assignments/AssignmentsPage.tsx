import { assignments, type GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { assignmentSlice } from '../../services/kit/slices/assignment.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { aMinute, useNow, useReturn, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { PeriodFields, usePeriod } from '../period.tsx';
import { whole } from '../reports/Whole.tsx';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';
import { type AssignmentKind, assignmentKinds, isOfKind } from './assignmentKinds.ts';

const kindNames: Record<AssignmentKind, () => string> = {
  all: m.teacher_show_all,
  running: m.library_home_running,
  working: m.teacher_show_working,
  finished: m.teacher_show_finished,
  toRelease: m.library_home_to_release,
};

/** Default range of the list, in days. */
const usual = { back: 365, ahead: 120 };

/** The teacher's classes with their assignments in a period. */
export default function AssignmentsPage() {
  const period = usePeriod(usual);
  const { from, to, isInverted, isUsual } = period;
  return (
    <Page width="wide">
      <PageHeader
        title={m.teacher_assignments()}
        lead={m.teacher_assignments_lead()}
        more={<PeriodFields period={period} labels={[m.teacher_period_from(), m.teacher_period_to()]} />}
        action={
          <LinkButton variant="primary" href={paths.contentHome}>
            {m.teacher_assign_lesson()}
          </LinkButton>
        }
      />
      {isInverted ? null : <InPeriod key={`${from} ${to}`} from={from} to={to} isUsual={isUsual} />}
    </Page>
  );
}

function InPeriod({ from, to, isUsual }: { from: string; to: string; isUsual: boolean }) {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const initial: TableState = { sort: { key: 'from', isDescending: true }, filter: '', hidden: [] };
  const table = useTableAddress(initial);
  const now = useNow(aMinute);
  const [shown, setShown] = useAddressValue('show', 'all');
  const kind = assignmentKinds.find((one) => one === shown) ?? 'all';
  const collection = useCollection(
    async (signal) => {
      const [groups, list] = await Promise.all([
        send(assignments.classesForLesson, { user_puid: user.userPuid }, { signal }),
        send(assignments.groupAssignments, { from_date: from, to_date: to, user_puid: user.userPuid }, { signal }),
      ]);
      return { groups, list };
    },
    isUsual ? assignmentSlice : undefined,
  );
  const { data, refresh } = collection;
  useReturn(refresh);
  const columns: TableColumn<GroupAssignment>[] = [
    {
      key: 'lesson',
      header: m.teacher_lesson(),
      value: (row) => row.lesson_name,
      isRowHeader: true,
      width: 'm',
      look: (text, row) => <Link href={paths.assignmentResult(row.lesson_id, row.group_puid, row.group_assignment_id)}>{text}</Link>,
    },
    { key: 'class', header: m.teacher_class(), value: (row) => row.group_name },
    {
      key: 'from',
      header: m.teacher_from(),
      width: 'xs',
      look: whole,
      value: (row) => row.from_date,
      text: (row) => formatDay(row.from_date, language, user.time_zone),
    },
    {
      key: 'to',
      header: m.teacher_to(),
      width: 'xs',
      look: whole,
      value: (row) => row.to_date,
      text: (row) => (row.to_date ? formatDay(row.to_date, language, user.time_zone) : m.student_no_due_date()),
    },
    { key: 'notStarted', header: m.teacher_not_started(), align: 'end', width: 's', value: (row) => row.not_started },
    { key: 'inProgress', header: m.teacher_in_progress(), align: 'end', width: 's', value: (row) => row.in_progress },
    { key: 'completed', header: m.teacher_completed(), align: 'end', width: 's', value: (row) => row.completed },
    {
      key: 'released',
      header: m.teacher_results(),
      look: whole,
      width: 's',
      value: (row) => (row.released ? m.teacher_released() : m.teacher_not_released()),
    },
  ];
  return (
    <>
      <LoadState collection={collection} shape="card" count={4} />
      {data ? (
        <>
          <Section title={m.teacher_classes()}>
            {data.groups.length === 0 ? <EmptyState title={m.teacher_no_classes()} /> : null}
            <Grid min="s">
              {data.groups.map((group) => (
                <Card key={group.group_puid} title={group.group_name} eyebrow={group.subject}>
                  <Text tone="soft" size={2}>
                    {m.teacher_students({ count: group.student_count })}
                  </Text>
                </Card>
              ))}
            </Grid>
          </Section>
          <Section title={m.teacher_assigned_lessons()}>
            <DataTable
              caption={m.teacher_assigned_lessons()}
              isCaptionHidden
              rows={data.list.filter((one) => isOfKind(kind, one, now))}
              tools={
                <NativeSelect
                  label={m.teacher_show()}
                  placeholder={m.teacher_show()}
                  value={kind}
                  options={assignmentKinds.map((key) => ({ key, label: kindNames[key]() }))}
                  onChange={setShown}
                />
              }
              columns={columns}
              rowKey={(row) => String(row.group_assignment_id)}
              {...table}
              fileName="assignments"
              empty={
                kind === 'all' ? (
                  <EmptyState title={m.teacher_nothing_assigned()}>{m.teacher_nothing_assigned_text()}</EmptyState>
                ) : (
                  <EmptyState
                    art="search"
                    title={m.teacher_show_none({ kind: kindNames[kind]() })}
                    action={<Button onPress={() => setShown('all')}>{m.teacher_show_all()}</Button>}
                  />
                )
              }
            />
          </Section>
        </>
      ) : null}
    </>
  );
}
