import { useNavigate, useParams } from 'react-router-dom';
import { type LessonLinkInput, lessonLinkMachine } from '../../machines/lessonLink/lessonLinkMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonLinkActors } from '../../services/lessonLink.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

const announcements = {
  student_link_opening: m.student_link_opening,
  student_link_expired: m.student_link_expired,
  student_link_revoked: m.student_link_revoked,
  student_link_not_for_you: m.student_link_not_for_you,
  common_load_failed: m.common_load_failed,
};

/** Target of a lesson link or a lesson code: the `lessonLink` chart goes to its lesson. */
export default function OpenLessonPage() {
  const { linkId, value } = useParams();
  const { userPuid } = useUser();
  const [lessonId, assignmentId] = decodeIds(value, 2) ?? [];
  const input: LessonLinkInput =
    lessonId !== undefined && assignmentId !== undefined
      ? { userPuid, linkId: null, lesson: { lessonId, assignmentId } }
      : { userPuid, linkId: linkId ?? '', lesson: null };
  return <OpenLesson key={linkId ?? value} input={input} />;
}

function OpenLesson({ input }: { input: LessonLinkInput }) {
  const { send } = useApp();
  const navigate = useNavigate();
  const chart = useChart(lessonLinkMachine, {
    actors: lessonLinkActors(send),
    input,
    announce: announcements,
    on: { 'lesson.opened': ({ lesson }) => void navigate(paths.lesson(lesson.lessonId, lesson.assignmentId), { replace: true }) },
  });
  const { isExpired, isRevoked, isNotForYou, canRetry, hasFailed, problem } = useFields(chart, (snapshot) => ({
    isExpired: snapshot.hasTag('expired'),
    isRevoked: snapshot.hasTag('revoked'),
    isNotForYou: snapshot.hasTag('notForYou'),
    canRetry: snapshot.can({ type: 'link.retried' }),
    hasFailed: snapshot.hasTag('failed'),
    problem: snapshot.context.problem,
  }));

  const closed = (title: string, text: string) => (
    <EmptyState
      art="lost"
      level={1}
      title={title}
      focus="link-problem"
      action={
        <LinkButton variant="primary" href={paths.studentDashboard}>
          {m.student_link_home()}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
  return (
    <Page width="narrow">
      {isExpired ? closed(m.student_link_expired(), m.student_link_ask()) : null}
      {isRevoked ? closed(m.student_link_revoked(), m.student_link_ask()) : null}
      {isNotForYou ? closed(m.student_link_not_for_you(), m.student_link_not_for_you_text()) : null}
      {canRetry ? <ProblemNotice problem={problem} focus="link-problem" onRetry={() => chart.send({ type: 'link.retried' })} /> : null}
      {hasFailed ? null : (
        <>
          <PageHeader title={m.student_link_opening()} />
          <Skeleton shape="text" count={6} />
        </>
      )}
    </Page>
  );
}
