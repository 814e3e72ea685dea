import { useSelector } from '@xstate/react';
import { type AssignNowInput, assignNowMachine } from '../../machines/assigning/assignNowMachine.ts';
import { m } from '../../paraglide/messages.js';
import { assignNowActors } from '../../services/workspace/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconSend } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { LessonDialog } from './LessonDialog.tsx';

const announcements = { builder_add_failed: m.builder_add_failed, builder_add_kept: m.builder_add_kept };

interface AssignNowProps {
  picked: AssignNowInput;
  /** The picked resources were assigned and can be cleared. */
  onUsed: () => void;
}

/** Assigns the picked resources directly to classes, driven by the `assignNow` chart. */
export function AssignNow({ picked, onUsed }: AssignNowProps) {
  const { send } = useApp();
  const actor = useChart(assignNowMachine, {
    actors: assignNowActors(send),
    input: picked,
    announce: announcements,
    on: { 'playlist.used': onUsed },
  });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { lessonId, problem } = state.context;
  const { name } = picked;
  return (
    <>
      <Card
        level={2}
        title={m.builder_add_now()}
        footer={
          <Button icon={IconSend} isPending={state.hasTag('busy')} onPress={() => actor.send({ type: 'classes.asked' })}>
            {m.workspace_assign()}
          </Button>
        }
      >
        <Stack gap={3}>
          <Text tone="soft">{m.builder_add_now_text()}</Text>
          {state.hasTag('failed') ? <ProblemNotice title={m.builder_add_failed()} problem={problem} focus="assign-now-problem" /> : null}
          {state.matches({ offered: 'kept' }) ? <Text>{m.builder_add_kept()}</Text> : null}
        </Stack>
      </Card>
      {state.hasTag('open') && lessonId !== null ? (
        <LessonDialog
          task={{ kind: 'assign', lessonId, name, isPrebuilt: false, dueDate: null }}
          onAssigned={() => actor.send({ type: 'lesson.assigned' })}
          onClose={() => {
            const closed = { type: 'classes.closed' as const };
            if (actor.getSnapshot().can(closed)) actor.send(closed);
          }}
        />
      ) : null}
    </>
  );
}
