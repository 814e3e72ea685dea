// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import type { AdditionInput, additionMachine } from '../../src/machines/workspace/additionMachine.ts';
import { emptyDraft } from '../../src/machines/workspace/draft.ts';
import { m } from '../../src/paraglide/messages.js';
import { draftsSlice } from '../../src/services/kit/slices/workspace.ts';
import { playlistOf } from '../../src/services/workspace/playlist.ts';
import { describeView } from '../kit/describeView.ts';
import { additionModel } from '../machines/addition.model.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { NewLesson } from './kit/newLesson.tsx';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const reading = { itemId: item_id, typeId: 1, title: 'reading', minutes: 5 };
const quiz = { itemId: idOf('course/unit/sub/quiz'), typeId: 10, title: 'quiz', minutes: 5 };

const added = () => screen.queryAllByRole('button', { name: /^Remove /, hidden: true }).length;
const answer = (name: string) => () => fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
/** Resources in the lesson before the last step. */
let before: number;

describeView<typeof additionMachine>(
  {
    ...additionModel,
    inputs: { new: { repeated: [] }, again: { repeated: [reading] } } satisfies Record<string, AdditionInput>,
    events: [
      { type: 'resource.chosen', resource: quiz, isThere: false },
      { type: 'resource.chosen', resource: reading, isThere: true },
      { type: 'both.kept' },
      { type: 'repeated.skipped' },
    ],
  },
  {
    // The form and the library beside it are slow to draw, so one mode is enough.
    modes: ['plain'],
    mount: async (stage) => {
      opened = await openScreen(stage);
      await opened.signIn('tess');
      const draft = { ...emptyDraft, name: 'Mine', resources: [{ ...reading, key: 'added-1', time: 5, remarks: '' }] };
      opened.app.persistence()?.write(draftsSlice, { 'lesson:new': { draft, version: null } });
      opened.app.persistence()?.flush();
      playlistOf(ids.tess).clear();
      for (const one of (stage.input as AdditionInput).repeated)
        playlistOf(ids.tess).add({ item_id: one.itemId, item_type_id: one.typeId, title: one.title, minutes: one.minutes });
      stage.render(<NewLesson app={opened.app} />);
      await screen.findByRole('button', { name: m.builder_library_add({ name: quiz.title }), hidden: true });
      before = added();
    },
    drive: {
      'resource.chosen': ({ resource, isThere }) => {
        fireEvent.click(screen.getByRole('button', { name: m.builder_library_add({ name: resource.title }) }));
        if (!isThere) before += 1;
      },
      'both.kept': () => {
        answer(m.workspace_equal_keep())();
        before += 1;
      },
      'repeated.skipped': answer(m.builder_equal_skip()),
    },
    see: {
      listening: async () => {
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
        expect(added()).toBe(before);
      },
      asking: async () => {
        await screen.findByRole('alertdialog', { name: m.builder_equal_title({ name: 'reading' }) });
        expect(added(), 'nothing before the answer').toBe(before);
      },
    },
  },
);
