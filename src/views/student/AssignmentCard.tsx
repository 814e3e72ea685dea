'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import type { StudentAssignment } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDay, formatDistance, formatMoment } from '../../ui/dateFormats.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { ProgressBar, ProgressRing } from '../../ui/Progress.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { paths } from '../paths.ts';
import { factsOf, type Visibility, visibilityOf } from './visibility.ts';

interface AssignmentCardProps {
  assignment: StudentAssignment;
  language: string;
  timeZone: string;
  now: number;
}

interface Standing {
  visibility: Visibility;
  assignment: Pick<StudentAssignment, 'from_date' | 'to_date' | 'completed_at' | 'score' | 'max_score'>;
}

/** When it opens, is due or was completed: in school time, and relative to now. */
export function AssignmentTime({ visibility, assignment, language, timeZone, now }: Standing & Omit<AssignmentCardProps, 'assignment'>) {
  const { from_date, to_date, completed_at } = assignment;
  const words = visibility.hasTag('upcoming')
    ? m.student_opens({ date: formatDay(from_date, language, timeZone) })
    : visibility.hasTag('done') && completed_at
      ? m.student_done_on({ date: formatDay(completed_at, language, timeZone) })
      : to_date === null
        ? m.student_no_due_date()
        : m.student_due({ date: formatMoment(to_date, language, timeZone), distance: formatDistance(to_date, now, language) });
  return (
    <Text tone="soft" size={2}>
      {words}
    </Text>
  );
}

/** The student's state in the assignment, from the chart. */
export function AssignmentState({ visibility, assignment: { score, max_score } }: Standing) {
  if (visibility.hasTag('overdue')) {
    return (
      <Badge tone="warning" icon={IconAlertTriangle}>
        {m.student_overdue()}
      </Badge>
    );
  }
  if (score !== null && max_score !== null) return <Badge tone="success">{m.student_score({ score, max: max_score })}</Badge>;
  if (visibility.hasTag('done')) return <StatusDot status="done">{m.student_done()}</StatusDot>;
  if (visibility.hasTag('begun')) return <StatusDot status="busy">{m.student_in_progress()}</StatusDot>;
  if (visibility.hasTag('upcoming')) return <StatusDot status="none">{m.student_upcoming()}</StatusDot>;
  return <StatusDot status="open">{m.student_not_started()}</StatusDot>;
}

/** How many comments the student has not read, as a link to them. */
export function NewComments({ assignment }: Pick<AssignmentCardProps, 'assignment'>) {
  const { new_comments: found, lesson_id, assignment_id, group_assignment_id } = assignment;
  if (!found) return null;
  return (
    <Link href={paths.lessonResource(lesson_id, assignment_id, group_assignment_id, found.lesson_resource_id)}>
      {m.comments_new({ count: found.count })}
    </Link>
  );
}

/** One assignment in a list. The whole card opens it, unless it has not opened yet. */
export function AssignmentCard(props: AssignmentCardProps) {
  const { assignment, now } = props;
  const visibility = visibilityOf(factsOf(assignment, now));
  const canOpen = visibility.hasTag('openable');
  return (
    <Card
      title={assignment.lesson_name}
      eyebrow={assignment.group_name}
      {...(canOpen ? { href: paths.lesson(assignment.lesson_id, assignment.assignment_id, assignment.group_assignment_id) } : {})}
      end={<AssignmentState visibility={visibility} assignment={assignment} />}
      {...(assignment.new_comments ? { footer: <NewComments assignment={assignment} /> } : {})}
    >
      <AssignmentTime {...props} visibility={visibility} />
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

/** The next thing to do, shown prominently. */
export function ContinueCard({ classmates, ...props }: AssignmentCardProps & { classmates: ReactNode }) {
  const { assignment } = props;
  const visibility = visibilityOf(factsOf(assignment, props.now));
  const isBegun = visibility.hasTag('begun');
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
          <AssignmentTime {...props} visibility={visibility} />
        </Row>
      }
    >
      <Text tone="soft">{assignment.lesson_objective}</Text>
      <NewComments assignment={assignment} />
      {assignment.next_resource ? <Text>{m.student_next({ title: assignment.next_resource.title })}</Text> : null}
      <Text tone="soft" size={2}>
        {m.student_class_and_teacher({ group: assignment.group_name, teacher: assignment.teacher_name })}
      </Text>
      {classmates}
    </Card>
  );
}
