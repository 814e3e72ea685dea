// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import type { lessonStartMachine } from '../../src/machines/lessonStart/lessonStartMachine.ts';
import { paths } from '../../src/views/paths.ts';
import { PreviewLesson, StartLesson } from '../../src/views/teacher/StartLesson.tsx';
import { describeView } from '../kit/describeView.ts';
import { lessonStartModel } from '../machines/lessonStart.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let path: string;
const calls = { start: workspace.startLesson, preview: workspace.previewLesson };
const waiting = () => (opened.network.waiting(calls.start) > 0 ? calls.start : calls.preview);

function Address() {
  path = useLocation().pathname;
  return null;
}

describeView<typeof lessonStartMachine>(
  { ...lessonStartModel, input: { userPuid: ids.tess, lessonId: ids.freeLesson } },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: Object.values(calls) });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <StartLesson lessonId={ids.freeLesson} />
          <Address />
        </Around>,
      );
    },
    drive: {
      'lesson.opened': ({ mode }) => fireEvent.click(screen.getByRole('button', { name: mode === 'start' ? 'Start in class' : 'Preview' })),
      'xstate.done.actor.startLesson': async () => {
        const call = waiting();
        await opened.network.release(call);
        await waitFor(() => expect(path).toBe(paths.preview(ids.freeLesson)));
        const [kept] = await opened.network.backend.db.selectFrom('lesson_start').select('mode').orderBy('start_id', 'desc').execute();
        expect(kept?.mode).toBe(call === calls.start ? 'start' : 'preview');
      },
      'xstate.error.actor.startLesson': ({ error }) => opened.network.fail(waiting(), error),
    },
    see: {
      'waiting.ready': () => expect(screen.queryByText('The lesson was not opened')).toBeNull(),
      'waiting.refused': () => {
        shown('The lesson was not opened');
        shown('The lesson was not found.');
      },
      starting: ({ context }) => waitFor(() => expect(opened.network.waiting(calls[context.mode])).toBe(1)),
    },
  },
);

it('the preview of a lesson in a list is noted by the server too, before the player opens', async () => {
  opened = await openScreen();
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <PreviewLesson lessonId={ids.freeLesson} />
      <Address />
    </Around>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(path).toBe(paths.preview(ids.freeLesson)));
  expect(opened.network.made(workspace.previewLesson)).toMatchObject([{ lesson_id: String(ids.freeLesson) }]);
});
