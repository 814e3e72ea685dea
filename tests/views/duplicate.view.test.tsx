// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import { m } from '../../src/paraglide/messages.js';
import { DuplicateDialog } from '../../src/views/workspace/DuplicateDialog.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;
let copies: number;

const first = { userPuid: ids.tess, lessonId: ids.freeLesson, type: 'lesson', name: 'Rocks (copy)' } as const;
const again = { ...first, name: 'Rocks again' };
const dialog = () => within(screen.getByRole('dialog'));
const field = () => dialog().getByRole<HTMLInputElement>('textbox', { name: m.workspace_duplicate_name() });
const button = () => dialog().getByRole('button', { name: new RegExp(m.workspace_duplicate()) });
const write = (name: string) => fireEvent.change(field(), { target: { value: name } });

describeCommand({
  name: 'duplicate',
  first,
  orders: [again],
  refused: { code: 409, message: 'Unable to Duplicate. Live lesson already exists', refused: true },
  // The window is closed then.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  project: ({ order }) => order,
  mount: async (stage) => {
    isClosed = false;
    copies = 0;
    opened = await openScreen({ ...stage, held: [workspace.duplicateLesson] });
    await opened.signIn('tess');
    const close = () => {
      isClosed = true;
    };
    const count = () => {
      copies += 1;
    };
    stage.render(
      <Around app={opened.app}>
        <DuplicateDialog order={first} name="Rocks" onDuplicated={count} onClose={close} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: workspace.duplicateLesson },
  press: {
    give: () => {
      // Nothing is sent without a name.
      const before = opened.network.made(workspace.duplicateLesson).length;
      write(' ');
      expect(button().getAttribute('aria-disabled')).toBe('true');
      fireEvent.submit(field().closest('form') as HTMLFormElement);
      expect(opened.network.made(workspace.duplicateLesson)).toHaveLength(before);
      write(` ${again.name} `);
      fireEvent.click(button());
    },
  },
  see: {
    saving: ({ context }) => {
      expect(button().getAttribute('aria-disabled')).toBe('true');
      if (context.order !== first) expect(field().value.trim()).toBe(again.name);
    },
    'ready.refused': () => {
      shown('Unable to Duplicate. Live lesson already exists');
      expect(field()).toBeTruthy();
    },
    'ready.unreachable': () => expect(field()).toBeTruthy(),
    'ready.done': async ({ context }) => {
      await waitFor(() => expect(isClosed).toBe(true));
      expect(copies).toBe(1);
      const { name } = context.order as typeof first;
      expect(opened.network.made(workspace.duplicateLesson).at(-1)).toMatchObject({ lesson_name: name, type: 'lesson' });
    },
  },
});
