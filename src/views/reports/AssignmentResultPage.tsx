import { Navigate, useParams } from 'react-router-dom';
import { assignments } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import AssignmentResult from './assignmentResult.report.tsx';

/** A class's results in one assignment, or of the first group that has the lesson. */
export default function AssignmentResultPage() {
  const { value } = useParams();
  const ids = decodeIds(value, [1, 3]) ?? [];
  return ids.length === 1 ? <FirstGroup key={value} lessonId={ids[0] as number} /> : <AssignmentResult />;
}

/** The address names only a lesson: the first group that has it loads the result (specification, section 4). */
function FirstGroup({ lessonId }: { lessonId: number }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(assignments.assignedGroups, { user_puid: userPuid, lesson_id: lessonId }, { signal }));
  const first = collection.data?.[0];
  if (first) return <Navigate replace to={paths.assignmentResult(lessonId, first.group_puid, first.group_assignment_id)} />;
  return (
    <LoadedPage
      collection={collection}
      title={m.teacher_results()}
      breadcrumbs={[{ label: m.teacher_assignments(), href: paths.assignments }]}
      shape="row"
      count={8}
      empty={
        <EmptyState title={m.teacher_nobody_has_it()} action={<LinkButton href={paths.assignments}>{m.teacher_assignments()}</LinkButton>}>
          {m.teacher_nobody_has_it_text()}
        </EmptyState>
      }
    />
  );
}
