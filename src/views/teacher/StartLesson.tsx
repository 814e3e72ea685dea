import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { lessonStartMachine } from '../../machines/lessonStart/lessonStartMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonStartActors } from '../../services/lessonStart.ts';
import { Button } from '../../ui/Button.tsx';
import { IconEye, IconPlayerPlay } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';

const announcements = { teacher_start_failed: m.teacher_start_failed };

/** Start in class and Preview, as the `lessonStart` chart goes. */
export function StartLesson({ lessonId }: { lessonId: number }) {
  const { send, actorOptions } = useApp();
  const { userPuid } = useUser();
  const navigate = useNavigate();
  const logic = useMemo(() => lessonStartMachine.provide({ actors: lessonStartActors(send) }), [send]);
  const actor = useActorRef(logic, { ...actorOptions, input: { userPuid, lessonId } });
  useChartMeta(actor, announcements);
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const { unsubscribe } = actor.on('player.opened', () => void navigate(paths.preview(lessonId)));
    return unsubscribe;
  }, [actor, navigate, lessonId]);
  const { mode, problem } = state.context;
  const isStarting = state.hasTag('busy');
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <Button
          icon={IconPlayerPlay}
          isPending={isStarting && mode === 'start'}
          reason={isStarting && mode === 'preview' ? m.ui_wait() : null}
          onPress={() => actor.send({ type: 'lesson.opened', mode: 'start' })}
        >
          {m.teacher_start_in_class()}
        </Button>
        <Button
          icon={IconEye}
          isPending={isStarting && mode === 'preview'}
          reason={isStarting && mode === 'start' ? m.ui_wait() : null}
          onPress={() => actor.send({ type: 'lesson.opened', mode: 'preview' })}
        >
          {m.teacher_preview()}
        </Button>
      </Row>
      {state.hasTag('failed') ? <ProblemNotice title={m.teacher_start_failed()} problem={problem} focus="start-problem" /> : null}
    </Stack>
  );
}
