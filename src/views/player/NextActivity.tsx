import type { PlayerLesson } from '../../../contract/player.ts';
import { student } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';

/** After a lesson: the student's next one. Renders nothing while it is unknown, or if there is none. */
export function NextActivity({ lesson }: { lesson: PlayerLesson }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { data } = useCollection((signal) => send(student.studentDashboard, { user_puid: userPuid }, { signal, quiet: true }));
  const next = data?.assignments.find(
    ({ state, group_assignment_id }) =>
      (state === 'inProgress' || state === 'notStarted') && group_assignment_id !== lesson.group_assignment_id,
  );
  return next ? (
    <p>
      <LinkButton href={paths.lesson(next.lesson_id, next.assignment_id, next.group_assignment_id)}>
        {m.player_next_activity({ name: next.lesson_name })}
      </LinkButton>
    </p>
  ) : null;
}
