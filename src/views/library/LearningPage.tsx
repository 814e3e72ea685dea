import { dayIn } from '../../../common/day.ts';
import { assignments, type GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { percent } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import s from './library.module.css';

const dayLength = 24 * 3_600_000;
const daysBack = 60;
const daysAhead = 30;
/** Number of a class's newest assignments shown. */
const mostOfClass = 8;

/** Learning progress by class in what was assigned (`home/teacherDashboardLearning`). */
export default function LearningPage() {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) =>
    send(
      assignments.groupAssignments,
      {
        user_puid: user.userPuid,
        from_date: dayIn(now() - daysBack * dayLength, user.time_zone),
        to_date: dayIn(now() + daysAhead * dayLength, user.time_zone),
      },
      { signal, quiet: true },
    ),
  );
  const { data } = collection;
  const classes = Map.groupBy(data ?? [], (one) => one.group_name);
  const dueOf = ({ to_date }: GroupAssignment) => (to_date ? formatDay(to_date, language, user.time_zone) : m.student_no_due_date());
  const share = (one: GroupAssignment) => (one.students > 0 ? one.completed / one.students : 0);
  return (
    <LoadedPage
      empty={<EmptyState title={m.library_learning_empty()} />}
      collection={collection}
      title={m.library_learning()}
      lead={m.library_learning_lead()}
      breadcrumbs={[{ label: m.library_home(), href: paths.teacherHome }]}
      shape="row"
      count={6}
    >
      {[...classes]
        .toSorted(([a], [b]) => a.localeCompare(b, language, { numeric: true }))
        .map(([name, given]) => (
          <Section
            key={name}
            title={name}
            lead={m.library_learning_class({
              count: given.length,
              percent: percent(given.reduce((sum, one) => sum + share(one), 0) / given.length),
            })}
          >
            <ul className={s.rows}>
              {given.slice(0, mostOfClass).map((one) => (
                <li key={one.group_assignment_id} className={s.learning}>
                  <ProgressBar
                    label={
                      <Link href={paths.assignmentResult(one.lesson_id, one.group_puid, one.group_assignment_id)}>{one.lesson_name}</Link>
                    }
                    value={one.completed}
                    max={Math.max(1, one.students)}
                    valueText={`${m.library_learning_done({ done: one.completed, of: one.students })} · ${dueOf(one)}`}
                  />
                </li>
              ))}
            </ul>
          </Section>
        ))}
    </LoadedPage>
  );
}
