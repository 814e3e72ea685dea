import { lazy, Suspense } from 'react';
import type { DataOf } from '../../../contract/kit.ts';
import type { StudentAssignment } from '../../../contract/student.ts';
import { student } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { studentDashboardSlice } from '../../services/kit/slices/studentDashboard.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { ProgressRing } from '../../ui/Progress.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { aMinute, useNow, useReturn, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { AssignmentCard, ContinueCard } from './AssignmentCard.tsx';
import { arrange } from './arrange.ts';
import s from './student.module.css';

const WelcomeHint = lazy(() => import('../shell/WelcomeHint.tsx'));
const Classmates = lazy(() => import('./Classmates.tsx'));

/** Number of assignments of each kind on the home page; the rest is a press away. This keeps the page's cost constant over the years. */
const shown = { overdue: 6, toDo: 6, upcoming: 3, done: 3 };

type Counts = DataOf<typeof student.studentDashboard>['counts'];

/** A student's home: the next thing to do, what is due, what is done. */
export default function DashboardPage() {
  const { send } = useApp();
  const now = useNow(aMinute);
  const user = useUser();
  const { language } = usePreferences();
  const collection = useCollection(
    (signal) => send(student.studentDashboard, { user_puid: user.userPuid }, { signal }),
    studentDashboardSlice,
  );
  const { data, refresh } = collection;
  useReturn(refresh);
  const work = data ? arrange(data.assignments) : null;
  const list = (title: string, kind: keyof typeof shown, assignments: readonly StudentAssignment[], count: number) =>
    assignments.length > 0 ? (
      <Section
        title={title}
        action={count > shown[kind] ? <Link href={paths.studentAssignmentsOf(kind)}>{m.student_show_all({ count })}</Link> : null}
      >
        <Grid min="m">
          {assignments.slice(0, shown[kind]).map((assignment) => (
            <AssignmentCard
              key={assignment.group_assignment_id}
              assignment={assignment}
              language={language}
              timeZone={user.time_zone}
              now={now}
            />
          ))}
        </Grid>
      </Section>
    ) : null;

  return (
    <LoadedPage
      collection={collection}
      title={m.student_hello({ name: user.first_name })}
      lead={data ? m.student_summary({ open: data.counts.notStarted + data.counts.inProgress, done: data.counts.completed }) : null}
      shape="card"
      count={3}
      above={
        <Suspense>
          <WelcomeHint />
        </Suspense>
      }
    >
      {data && work ? (
        <>
          {work.next ? (
            <ContinueCard
              assignment={work.next}
              language={language}
              timeZone={user.time_zone}
              now={now}
              classmates={
                <Suspense>
                  <Classmates key={work.next.lesson_id} lessonId={work.next.lesson_id} />
                </Suspense>
              }
            />
          ) : (
            <EmptyState art="done" title={m.student_nothing_to_do()}>
              {m.student_nothing_to_do_text()}
            </EmptyState>
          )}
          <Standing counts={data.counts} />
          {list(m.student_overdue_title(), 'overdue', work.overdue, data.counts.overdue)}
          {list(
            m.student_to_do_title(),
            'toDo',
            work.toDo,
            data.counts.notStarted + data.counts.inProgress - data.counts.overdue - (work.next && !work.next.is_overdue ? 1 : 0),
          )}
          {list(m.student_upcoming_title(), 'upcoming', work.upcoming, work.upcoming.length)}
          {list(m.student_done_title(), 'done', work.done, data.counts.completed)}
        </>
      ) : null}
    </LoadedPage>
  );
}

/** All work so far, as a chart and in numbers. */
function Standing({ counts }: { counts: Counts }) {
  const open = counts.notStarted + counts.inProgress;
  const all = open + counts.completed;
  if (all === 0) return null;
  return (
    <div className={s.standing}>
      <ProgressRing
        label={m.student_all_progress()}
        isLabelHidden={false}
        value={counts.completed}
        max={all}
        valueText={m.student_resources_done({ done: counts.completed, count: all })}
      />
      <dl className={s.counts}>
        {[
          [m.student_not_started(), counts.notStarted],
          [m.student_in_progress(), counts.inProgress],
          [m.student_overdue(), counts.overdue],
          [m.student_done(), counts.completed],
        ].map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
