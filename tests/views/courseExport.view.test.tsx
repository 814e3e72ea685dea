// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { courseImport } from '../../contract/courseImport.ts';
import { m } from '../../src/paraglide/messages.js';
import { CourseExport } from '../../src/views/contentSetup/CourseExport.tsx';
import { courseImport as courseScreen } from '../../src/views/contentSetup/courseImport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.getByRole('button', { name: m.courseExport_start() });

describeCommand({
  name: 'courseExport',
  orders: [null],
  // The page of the export opens.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ clock: stage.clock, inspect: stage.inspect, held: [courseImport.exportCourse] });
    await opened.signIn('max');
    stage.render(
      <AtRoute app={opened.app} address={addressOf(courseScreen)} path={`/authenticated/${courseScreen.path}`}>
        <CourseExport />
      </AtRoute>,
    );
    await waitFor(button);
  },
  network: () => opened.network,
  calls: { run: courseImport.exportCourse },
  press: { give: () => fireEvent.click(button()) },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(courseImport.exportCourse)).toBe(1)),
    'ready.done': () => waitFor(() => expect(route.path).toContain('/usageReportDownload/')),
  },
});
