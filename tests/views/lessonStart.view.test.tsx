// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { PreviewLesson, StartLesson } from '../../src/views/workspace/StartLesson.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let path: string;
const calls = { start: workspace.startLesson, preview: workspace.previewLesson };
const buttons = { start: m.teacher_start_in_class, preview: m.teacher_preview };
type Mode = keyof typeof calls;
let mode: Mode;

function Address() {
  path = useLocation().pathname;
  return null;
}

for (const order of Object.keys(calls) as Mode[])
  describeCommand({
    name: 'lessonStart',
    orders: [order],
    results: [9],
    mount: async (stage) => {
      path = '';
      opened = await openScreen({ ...stage, held: Object.values(calls) });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <StartLesson lessonId={ids.freeLesson} />
          <Address />
        </Around>,
      );
    },
    network: () => opened.network,
    calls: { run: () => calls[mode] },
    press: {
      give: () => {
        mode = order;
        fireEvent.click(screen.getByRole('button', { name: buttons[mode]() }));
      },
    },
    see: {
      'ready.fresh': () => expect(screen.queryByText(m.teacher_start_failed())).toBeNull(),
      'ready.refused': ({ context }) => {
        shown(m.teacher_start_failed());
        shown(context.problem?.message ?? '');
      },
      'ready.unreachable': () => shown(m.teacher_start_failed()),
      'ready.done': async () => {
        await waitFor(() => expect(path).toBe(paths.preview(ids.freeLesson)));
        const [kept] = await opened.network.backend.db.selectFrom('lesson_start').select('mode').orderBy('start_id', 'desc').execute();
        expect(kept?.mode).toBe(mode);
      },
      saving: () => waitFor(() => expect(opened.network.waiting(calls[mode])).toBe(1)),
    },
  });

it('the preview of a lesson in a list is noted by the server too, before the player opens', async () => {
  opened = await openScreen();
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <PreviewLesson lessonId={ids.freeLesson} />
      <Address />
    </Around>,
  );
  fireEvent.click(screen.getByRole('button', { name: m.teacher_preview() }));
  await waitFor(() => expect(path).toBe(paths.preview(ids.freeLesson)));
  expect(opened.network.made(workspace.previewLesson)).toMatchObject([{ lesson_id: String(ids.freeLesson) }]);
});
