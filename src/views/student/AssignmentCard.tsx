import type { ReactNode } from 'react';
import type { StudentAssignment } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { ProgressBar, ProgressRing } from '../../ui/Progress.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { formatDay, formatDistance, formatMoment } from '../dates.ts';
import { paths } from '../paths.ts';

interface AssignmentCardProps {
  assignment: StudentAssignment;
  language: string;
  timeZone: string;
  now: number;
}

/** When it is due, in the school's time and from now. */
function Due({ assignment, language, timeZone, now }: AssignmentCardProps) {
  if (assignment.state === 'upcoming') {
    return (
      <Text tone="soft" size={2}>
        {m.student_opens({ date: formatDay(assignment.from_date, language, timeZone) })}
      </Text>
    );
  }
  if (assignment.state === 'completed' && assignment.completed_at) {
    return (
      <Text tone="soft" size={2}>
        {m.student_done_on({ date: formatDay(assignment.completed_at, language, timeZone) })}
      </Text>
    );
  }
  if (!assignment.to_date)
    return (
      <Text tone="soft" size={2}>
        {m.student_no_due_date()}
      </Text>
    );
  return (
    <Text tone="soft" size={2}>
      {m.student_due({
        date: formatMoment(assignment.to_date, language, timeZone),
        distance: formatDistance(assignment.to_date, now, language),
      })}
    </Text>
  );
}

function State({ assignment }: { assignment: StudentAssignment }) {
  if (assignment.is_overdue) {
    return (
      <Badge tone="warning" icon={IconAlertTriangle}>
        {m.student_overdue()}
      </Badge>
    );
  }
  if (assignment.score !== null && assignment.max_score !== null) {
    return <Badge tone="success">{m.student_score({ score: assignment.score, max: assignment.max_score })}</Badge>;
  }
  if (assignment.state === 'completed') return <StatusDot status="done">{m.student_done()}</StatusDot>;
  if (assignment.state === 'inProgress') return <StatusDot status="busy">{m.student_in_progress()}</StatusDot>;
  if (assignment.state === 'upcoming') return <StatusDot status="none">{m.student_upcoming()}</StatusDot>;
  return <StatusDot status="open">{m.student_not_started()}</StatusDot>;
}

/** One assignment in a list: the whole card opens it, unless it has not begun. */
export function AssignmentCard(props: AssignmentCardProps) {
  const { assignment } = props;
  const canOpen = assignment.state !== 'upcoming';
  return (
    <Card
      title={assignment.lesson_name}
      eyebrow={assignment.group_name}
      {...(canOpen ? { href: paths.lesson(assignment.lesson_id, assignment.assignment_id, assignment.group_assignment_id) } : {})}
      end={<State assignment={assignment} />}
    >
      <Due {...props} />
      {canOpen ? (
        <ProgressBar
          label={m.student_progress()}
          isLabelHidden
          value={assignment.resources_completed}
          max={assignment.resource_count}
          valueText={m.student_resources_done({ done: assignment.resources_completed, count: assignment.resource_count })}
        />
      ) : null}
    </Card>
  );
}

/** The one thing to do next, as large as it deserves. */
export function ContinueCard({ classmates, ...props }: AssignmentCardProps & { classmates: ReactNode }) {
  const { assignment } = props;
  const isBegun = assignment.state === 'inProgress';
  return (
    <Card
      tone="accent"
      level={2}
      eyebrow={isBegun ? m.student_continue_eyebrow() : m.student_start_eyebrow()}
      title={assignment.lesson_name}
      end={
        <ProgressRing
          label={m.student_resources_done({ done: assignment.resources_completed, count: assignment.resource_count })}
          value={assignment.percentage_completed}
        />
      }
      footer={
        <Row justify="between">
          <LinkButton variant="primary" href={paths.lesson(assignment.lesson_id, assignment.assignment_id, assignment.group_assignment_id)}>
            {isBegun ? m.student_continue() : m.student_start()}
          </LinkButton>
          <Due {...props} />
        </Row>
      }
    >
      <Text tone="soft">{assignment.lesson_objective}</Text>
      {assignment.next_resource ? <Text>{m.student_next({ title: assignment.next_resource.title })}</Text> : null}
      <Text tone="soft" size={2}>
        {m.student_class_and_teacher({ group: assignment.group_name, teacher: assignment.teacher_name })}
      </Text>
      {classmates}
    </Card>
  );
}
