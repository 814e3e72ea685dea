// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import type { duplicateMachine } from '../../src/machines/workspace/duplicateMachine.ts';
import { DuplicateDialog } from '../../src/views/workspace/DuplicateDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { duplicateModel } from '../machines/duplicate.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;
let copies: number;

const input = { userPuid: ids.tess, lessonId: ids.freeLesson, type: 'lesson', name: 'Rocks (copy)' } as const;
const dialog = () => within(screen.getByRole('dialog'));
const field = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Name of the copy' });

describeView<typeof duplicateMachine>(
  { ...duplicateModel, input },
  {
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
          <DuplicateDialog input={input} name="Rocks" onDuplicated={count} onClose={close} />
        </Around>,
      );
    },
    drive: {
      'name.changed': ({ name }) => fireEvent.change(field(), { target: { value: name } }),
      'duplicate.submitted': () => fireEvent.click(dialog().getByRole('button', { name: 'Duplicate' })),
      'xstate.done.actor.duplicateLesson': () => opened.network.release(workspace.duplicateLesson),
      'xstate.error.actor.duplicateLesson': ({ error }) => opened.network.fail(workspace.duplicateLesson, error),
    },
    see: {
      duplicating: () =>
        expect(
          dialog()
            .getByRole('button', { name: /Duplicate/ })
            .getAttribute('aria-disabled'),
        ).toBe('true'),
      refused: ({ context }) => {
        shown('Unable to Duplicate. Live lesson already exists');
        expect(field().value).toBe(context.name);
      },
      duplicated: async ({ context }) => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(copies).toBe(1);
        expect(opened.network.made(workspace.duplicateLesson).at(-1)).toMatchObject({ lesson_name: context.name, type: 'lesson' });
      },
    },
  },
);
