import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { useLiveActivity } from '../reports/useLiveActivity.ts';

interface ProgressPartsProps {
  page: OpenReport<unknown>;
  children: (parts: ReportParts) => ReactNode;
}

/** Keeps the progress of an assignment up to date while students work, and says whether the connection holds. */
export default function ProgressParts({ page: { ids, refresh }, children }: ProgressPartsProps) {
  const [groupPuid = 0, lessonId = 0, groupAssignmentId = 0] = ids;
  const { activity, isLive, standing } = useLiveActivity(groupAssignmentId);
  const students = activity && JSON.stringify(activity.students);
  const known = useRef<string | null>(null);
  const look = useEffectEvent(() => {
    // The first activity is as old as the report.
    if (known.current !== null && known.current !== students) refresh();
    known.current = students;
  });
  useEffect(() => {
    if (students !== null) look();
  }, [students]);
  const active = isLive ? (activity?.students.filter(({ is_active }) => is_active).length ?? 0) : 0;
  return children({
    more: <LinkButton href={paths.assignmentResult(lessonId, groupPuid, groupAssignmentId)}>{m.teacher_results()}</LinkButton>,
    above: (
      <Row>
        <Badge tone={standing.tone}>{standing.text}</Badge>
        {isLive && activity ? <Text tone="soft">{m.reports_live_actives({ count: active, of: activity.students.length })}</Text> : null}
      </Row>
    ),
  });
}
