import { useParams } from 'react-router-dom';
import { isFinal } from '../../../common/retry.ts';
import { m } from '../../paraglide/messages.js';
import { shareFromLink } from '../../services/sharing.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { viewPath } from '../workspace/address.ts';

/** Target of a colleague's link: shares the lesson with the user who opens it. */
export default function OpenSharedPage() {
  const { linkId = '' } = useParams();
  return <OpenShared key={linkId} linkId={linkId} />;
}

function OpenShared({ linkId }: { linkId: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const command = useCommand('openShared', (link: string, { signal }) => shareFromLink(send, userPuid, link, signal), {
    order: linkId,
    announce: {
      begun: () => m.sharing_opening(),
      failed: (problem) => (isFinal(problem) ? m.sharing_link_not_for_you() : m.common_load_failed()),
      done: () => m.sharing_opened(),
    },
  });
  const { problem, result: lesson } = command;
  const isForOthers = problem !== null && isFinal(problem);
  const toShared = (
    <LinkButton variant="primary" href={viewPath({ tab: 'shared', place: null })}>
      {m.sharing_to_shared()}
    </LinkButton>
  );
  return (
    <Page width="narrow">
      {command.isBusy ? (
        <>
          <PageHeader title={m.sharing_opening()} />
          <Skeleton shape="text" count={4} />
        </>
      ) : null}
      {isForOthers ? (
        <EmptyState art="lost" level={1} title={m.sharing_link_not_for_you()} focus="command-problem" action={toShared}>
          {m.sharing_link_not_for_you_text()}
        </EmptyState>
      ) : null}
      {problem && !isForOthers ? <ProblemNotice problem={problem} focus="command-problem" onRetry={() => command.give(linkId)} /> : null}
      {lesson ? (
        <EmptyState
          art="done"
          level={1}
          title={<bdi>{lesson.lesson_name}</bdi>}
          focus="command-result"
          action={
            <Row justify="center">
              {toShared}
              <LinkButton href={paths.preview(lesson.lesson_id)}>{m.teacher_preview()}</LinkButton>
            </Row>
          }
        >
          {m.sharing_opened_text({ name: lesson.shared_by })}
        </EmptyState>
      ) : null}
    </Page>
  );
}
