import { useEffect, useEffectEvent } from 'react';
import type { ClassActivity } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { useLiveActivity } from './useLiveActivity.ts';
import { whole } from './Whole.tsx';
import { type NameOf, progressWords } from './words.ts';

type Student = ClassActivity['students'][number];

interface LivePanelProps {
  groupAssignmentId: number;
  nameOf: NameOf;
  /** A student started, submitted or finished, so the page beside the panel should reload. */
  onMoved: () => void;
  onClose: () => void;
}

/** The class in real time, driven by the `liveActivity` chart: where each student is, and who needs help. */
export default function LivePanel({ groupAssignmentId, nameOf, onMoved, onClose }: LivePanelProps) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const { activity, isLive, standing: connection } = useLiveActivity(groupAssignmentId);
  const standing = activity?.students.map(({ user_puid, state: at, answered }) => `${user_puid} ${at} ${answered === null}`).join();
  const move = useEffectEvent(onMoved);
  useEffect(() => {
    if (standing !== undefined) move();
  }, [standing]);
  // Stale data cannot tell who is present.
  const isThere = (student: Student) => student.is_active && isLive;
  const active = activity?.students.filter(isThere).length ?? 0;
  const inNeed = activity?.students.filter(({ needs_help }) => needs_help).length ?? 0;
  const columns: TableColumn<Student>[] = [
    { key: 'name', header: m.teacher_student(), isRowHeader: true, width: 'm', value: nameOf, look: whole },
    {
      key: 'help',
      header: m.reports_live_help(),
      width: 's',
      value: (row) => row.needs_help,
      text: (row) => (row.needs_help ? m.reports_yes() : m.reports_none()),
      look: (text, row) => (row.needs_help ? <Badge tone="warning">{text}</Badge> : text),
    },
    { key: 'state', header: m.teacher_state(), width: 's', value: (row) => progressWords(row.state), look: whole },
    { key: 'where', header: m.reports_live_where(), width: 'm', value: (row) => row.resource_title ?? m.reports_none() },
    {
      key: 'answered',
      header: m.reports_live_answered(),
      align: 'end',
      width: 's',
      value: (row) => row.answered,
      text: (row) => (row.answered === null ? m.reports_none() : m.reports_of({ value: row.answered, max: row.questions ?? 0 })),
    },
    {
      key: 'wrong',
      header: m.reports_live_wrong(),
      align: 'end',
      width: 's',
      value: (row) => row.wrong,
      text: (row) => String(row.wrong ?? m.reports_none()),
    },
    {
      key: 'seen',
      header: m.reports_live_seen(),
      width: 'm',
      look: whole,
      value: (row) => row.last_active_at,
      text: (row) =>
        isThere(row)
          ? m.reports_live_active()
          : row.last_active_at
            ? formatMoment(row.last_active_at, language, time_zone)
            : m.reports_none(),
    },
  ];
  return (
    <Section
      title={m.reports_live_title()}
      action={
        <Row>
          <Badge tone={connection.tone}>{connection.text}</Badge>
          <Button onPress={onClose}>{m.reports_live_close()}</Button>
        </Row>
      }
    >
      {activity ? (
        <Stack gap={3}>
          <Text isBold={inNeed > 0}>
            {m.reports_live_actives({ count: active, of: activity.students.length })} {m.reports_live_helps({ count: inNeed })}
          </Text>
          <DataTable
            caption={m.reports_live_title()}
            isCaptionHidden
            rows={activity.students}
            columns={columns}
            rowKey={(row) => String(row.user_puid)}
            initialState={{ sort: { key: 'help', isDescending: true }, filter: '', hidden: [] }}
            fileName={m.reports_live_title()}
            empty={<EmptyState title={m.reports_live_nobody()} />}
          />
        </Stack>
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </Section>
  );
}
