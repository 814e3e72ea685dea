import type { StudentAssignment } from '../../../contract/student.ts';
import { student } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { studentDashboardSlice } from '../../services/slices/studentDashboard.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Grid } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useReturn, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { AssignmentCard, ContinueCard } from './AssignmentCard.tsx';
import { arrange } from './arrange.ts';

/** How many finished assignments the home page shows; the rest is under All work. */
const doneShown = 3;

/** A student's home: the one thing to do next, what is due, what is done. */
export default function DashboardPage() {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const { data, state, retry, refresh } = useCollection(
    (signal) => send(student.studentDashboard, { user_puid: user.userPuid }, { signal }),
    studentDashboardSlice,
  );
  useReturn(refresh);
  const work = data ? arrange(data.assignments) : null;
  const card = (assignment: StudentAssignment) => (
    <AssignmentCard
      key={assignment.group_assignment_id}
      assignment={assignment}
      language={language}
      timeZone={user.time_zone}
      now={now()}
    />
  );
  const list = (title: string, assignments: readonly StudentAssignment[]) =>
    assignments.length > 0 ? (
      <Section title={title}>
        <Grid min="m">{assignments.map(card)}</Grid>
      </Section>
    ) : null;

  return (
    <Page>
      <PageHeader
        title={m.student_hello({ name: user.first_name })}
        lead={data ? m.student_summary({ open: data.counts.notStarted + data.counts.inProgress, done: data.counts.completed }) : null}
      />
      {state.hasTag('stale') ? (
        <Notice
          tone="warning"
          action={
            <Button size="small" icon={IconRefresh} onPress={retry}>
              {m.common_try_again()}
            </Button>
          }
        >
          {m.common_may_be_old()}
        </Notice>
      ) : null}
      {state.hasTag('failed') ? <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} /> : null}
      {work === null && !state.hasTag('failed') ? <Skeleton shape="card" count={3} /> : null}
      {work ? (
        <>
          {work.next ? (
            <ContinueCard assignment={work.next} language={language} timeZone={user.time_zone} now={now()} />
          ) : (
            <EmptyState art="done" title={m.student_nothing_to_do()}>
              {m.student_nothing_to_do_text()}
            </EmptyState>
          )}
          {list(m.student_overdue_title(), work.overdue)}
          {list(m.student_to_do_title(), work.toDo)}
          {list(m.student_upcoming_title(), work.upcoming)}
          {list(m.student_done_title(), work.done.slice(0, doneShown))}
        </>
      ) : null}
    </Page>
  );
}
