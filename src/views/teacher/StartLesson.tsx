import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { lessonStartMachine, type StartMode } from '../../machines/lessonStart/lessonStartMachine.ts';
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

/** Runs the `lessonStart` chart for one lesson: the player opens once the server has noted it. */
function useLessonStart(lessonId: number) {
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
  return {
    starting: state.hasTag('busy') ? mode : null,
    failure: state.hasTag('failed') ? <ProblemNotice title={m.teacher_start_failed()} problem={problem} focus="start-problem" /> : null,
    open: (wanted: StartMode) => actor.send({ type: 'lesson.opened', mode: wanted }),
  };
}

/** Start in class and Preview, as the `lessonStart` chart goes. */
export function StartLesson({ lessonId }: { lessonId: number }) {
  const { starting, failure, open } = useLessonStart(lessonId);
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <Button
          icon={IconPlayerPlay}
          isPending={starting === 'start'}
          reason={starting === 'preview' ? m.ui_wait() : null}
          onPress={() => open('start')}
        >
          {m.teacher_start_in_class()}
        </Button>
        <Button
          icon={IconEye}
          isPending={starting === 'preview'}
          reason={starting === 'start' ? m.ui_wait() : null}
          onPress={() => open('preview')}
        >
          {m.teacher_preview()}
        </Button>
      </Row>
      {failure}
    </Stack>
  );
}

/** Preview alone, for a lesson in a list. */
export function PreviewLesson({ lessonId }: { lessonId: number }) {
  const { starting, failure, open } = useLessonStart(lessonId);
  return (
    <Stack gap={2}>
      <Button variant="quiet" isPending={starting !== null} onPress={() => open('preview')}>
        {m.teacher_preview()}
      </Button>
      {failure}
    </Stack>
  );
}
