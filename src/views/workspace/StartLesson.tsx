import { useNavigate } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { type StartMode, startLesson } from '../../services/workspace/lessonStart.ts';
import { Button } from '../../ui/Button.tsx';
import { IconEye, IconPlayerPlay } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';

const announce = { failed: () => m.teacher_start_failed() };

/** Starts or previews a lesson: the player opens once the server has recorded it. */
function useLessonStart(lessonId: number) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const navigate = useNavigate();
  const command = useCommand('lessonStart', (mode: StartMode, { signal }) => startLesson(send, userPuid, lessonId, mode, signal), {
    announce,
    onDone: () => void navigate(paths.preview(lessonId)),
  });
  const { problem } = command;
  return {
    starting: command.isBusy ? command.order : undefined,
    failure: problem ? <ProblemNotice title={m.teacher_start_failed()} problem={problem} focus="command-problem" /> : null,
    open: command.give,
  };
}

/** Start in class and Preview, for a lesson on its page. */
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

/** Preview only, for a lesson in a list. */
export function PreviewLesson({ lessonId }: { lessonId: number }) {
  const { starting, failure, open } = useLessonStart(lessonId);
  return (
    <Stack gap={2}>
      <Button variant="quiet" isPending={starting !== undefined} onPress={() => open('preview')}>
        {m.teacher_preview()}
      </Button>
      {failure}
    </Stack>
  );
}
