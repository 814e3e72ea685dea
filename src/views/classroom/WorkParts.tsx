import type { ReactNode } from 'react';
import { type ClassroomWork, classroom as calls, type SharedWork } from '../../../contract/classroom.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { paths } from '../paths.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { type Command, useCommand } from '../useCommand.ts';
import { classroomService } from './classroomService.screen.ts';

type Shared = DataOf<typeof calls.shareToClassroom>;

const outcomes = { added: m.classroom_work_added, updated: m.classroom_work_updated, there: m.classroom_work_there };

/** Leads to the assignment at the service. */
function Open({ address }: { address: string | null }) {
  return address ? (
    <LinkButton size="small" href={address} isExternal>
      {m.classroom_work_open()}
    </LinkButton>
  ) : null;
}

/** What came of announcing an assignment, or why nothing did. */
function Outcome({ command }: { command: Command<SharedWork, Shared> }) {
  const { order, problem, result } = command;
  if (!order) return null;
  const name = order.lesson_name;
  if (problem)
    return (
      <ProblemNotice
        title={order.state === 'changed' ? m.classroom_work_not_updated({ name }) : m.classroom_work_failed({ name })}
        problem={problem}
        focus="command-problem"
      />
    );
  if (!result || !command.isDone) return null;
  return (
    <div data-focus="command-result" tabIndex={-1}>
      <Notice
        tone="success"
        title={outcomes[result.outcome]({ name })}
        action={<Open address={result.address} />}
        onDismiss={command.dismiss}
      />
    </div>
  );
}

/** Announces the assignments of a class in its course. */
export default function WorkParts({
  page: { data, refresh },
  children,
}: {
  page: OpenReport<ClassroomWork>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const { send } = useApp();
  const share = useCommand(
    'shareToClassroom',
    ({ group_assignment_id, lesson_id, assignment_id }: SharedWork, { signal }) =>
      send(calls.shareToClassroom, { group_assignment_id, path: paths.openLesson(lesson_id, assignment_id) }, { signal }),
    {
      announce: { begun: m.classroom_work_sharing },
      onDone: refresh,
      onFailed: refresh,
    },
  );
  if (!data) return children({});
  return children({
    action: data.is_course ? null : (
      <LinkButton href={addressOf(classroomService)}>{m.classroom_open({ service: data.service ?? 'other' })}</LinkButton>
    ),
    above: <Outcome command={share} />,
    rowActions: (key) => {
      const work = data.works.find(({ group_assignment_id }) => String(group_assignment_id) === key);
      if (!work) return null;
      const { lesson_name: name, state, address } = work;
      return (
        <Row gap={1}>
          {state === 'shared' ? null : (
            <Button
              size="small"
              aria-label={state === 'changed' ? m.classroom_work_update_of({ name }) : m.classroom_work_share_of({ name })}
              isPending={share.isBusy && share.order?.group_assignment_id === work.group_assignment_id}
              reason={share.isBusy ? m.ui_wait() : null}
              onPress={() => share.give(work)}
            >
              {state === 'changed' ? m.classroom_update() : m.classroom_work_share()}
            </Button>
          )}
          <Open address={address} />
        </Row>
      );
    },
  });
}
