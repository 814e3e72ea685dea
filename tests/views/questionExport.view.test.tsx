// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { readQtiPackage } from '../../common/authoring/formats/qti.ts';
import { pictureAddress, picturesIn } from '../../common/authoring/richQuestion.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownQuizCalls } from '../../src/services/authoring.ts';
import { FileMenu } from '../../src/views/authoring/FileMenu.tsx';
import { picturesWith } from '../../src/views/authoring/pictures.ts';
import { authored, ownQuiz } from '../server/ownQuiz.ts';
import { png } from '../server/pictures.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let saved: Blob[] = [];
const notice = () => opened.notices()[0]?.text;

describeCommand({
  name: 'questionExport',
  orders: ['qti'],
  network: () => opened.network,
  calls: { run: authoring.picture },
  mount: async (stage) => {
    saved = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => {};
    opened = await openScreen({ ...stage, held: [authoring.picture] });
    await opened.signIn('tess');
    const pictures = picturesWith(ownQuizCalls(opened.app.send));
    const picture_id = await pictures.upload(new File([png(64, 32)], 'cell.png'), new AbortController().signal);
    const text = `<p>A cell <img src="${pictureAddress(picture_id)}" alt="Cell"></p>`;
    render(
      <Around app={opened.app}>
        <FileMenu
          quiz={ownQuiz({ questions: [authored('cell', 'true_false', { is_true: true, text })] })}
          pictures={pictures}
          newKey={() => 'key'}
          onAdd={() => {}}
        />
      </Around>,
    );
  },
  press: {
    give: async () => {
      fireEvent.click(screen.getByRole('button', { name: m.authoring_files() }));
      fireEvent.click(await screen.findByRole('menuitem', { name: m.authoring_export_qti() }));
    },
  },
  see: {
    'ready.fresh': () => expect(saved).toEqual([]),
    'ready.done': async () => {
      await waitFor(() => expect(saved).toHaveLength(1));
      const bytes = new Uint8Array(await (saved[0] as Blob).arrayBuffer());
      const read = await readQtiPackage(fileOfBytes('quiz.zip', bytes), () => 'key');
      expect(read.findings).toEqual([]);
      const [named] = picturesIn(read.questions[0]?.text ?? '');
      expect(read.pictures?.get(named ?? '')?.bytes).toEqual(png(64, 32));
    },
    'ready.refused': ({ context }) => expect(notice()).toBe(m.authoring_export_failed({ why: context.problem?.message ?? '' })),
    'ready.unreachable': () => expect(notice()).toMatch(/^The file could not be saved: a picture did not load\. \S/),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.picture)).toBe(1)),
  },
});
