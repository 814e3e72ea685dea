import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { openSharedMachine } from '../../machines/sharing/openSharedMachine.ts';
import { m } from '../../paraglide/messages.js';
import { openSharedActors } from '../../services/sharing.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { viewPath } from '../workspace/address.ts';

const announcements = {
  sharing_opening: m.sharing_opening,
  sharing_opened: m.sharing_opened,
  sharing_link_not_for_you: m.sharing_link_not_for_you,
  common_load_failed: m.common_load_failed,
};

/** What a colleague's link leads to: the lesson is shared with whoever opens it. */
export default function OpenSharedPage() {
  const { linkId = '' } = useParams();
  return <OpenShared key={linkId} linkId={linkId} />;
}

function OpenShared({ linkId }: { linkId: string }) {
  const { send, actorOptions } = useApp();
  const { userPuid } = useUser();
  const logic = useMemo(() => openSharedMachine.provide({ actors: openSharedActors(send) }), [send]);
  const chart = useActorRef(logic, { ...actorOptions, input: { userPuid, linkId } });
  useChartMeta(chart, announcements);
  const state = useSelector(chart, (snapshot) => snapshot);
  const { lesson, problem } = state.context;
  const toShared = (
    <LinkButton variant="primary" href={viewPath({ tab: 'shared', place: null })}>
      {m.sharing_to_shared()}
    </LinkButton>
  );
  return (
    <Page width="narrow">
      {state.matches('sharing') ? (
        <>
          <PageHeader title={m.sharing_opening()} />
          <Skeleton shape="text" count={4} />
        </>
      ) : null}
      {state.matches('notForYou') ? (
        <EmptyState
          art="lost"
          level={1}
          title={
            <span tabIndex={-1} data-focus="link-problem">
              {m.sharing_link_not_for_you()}
            </span>
          }
          action={toShared}
        >
          {m.sharing_link_not_for_you_text()}
        </EmptyState>
      ) : null}
      {state.matches('failed') ? (
        <ProblemNotice
          title={m.common_load_failed()}
          problem={problem}
          focus="link-problem"
          onRetry={() => chart.send({ type: 'link.retried' })}
        />
      ) : null}
      {lesson ? (
        <EmptyState
          art="done"
          level={1}
          title={
            <span tabIndex={-1} data-focus="shared-lesson">
              <bdi>{lesson.lesson_name}</bdi>
            </span>
          }
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
