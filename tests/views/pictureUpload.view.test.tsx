// @vitest-environment jsdom

import { fireEvent, render, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownQuizCalls } from '../../src/services/authoring.ts';
import { PictureDialog } from '../../src/views/authoring/PictureDialog.tsx';
import { PicturesContext, picturesWith } from '../../src/views/authoring/pictures.ts';
import { png } from '../server/pictures.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const input = () => document.querySelector('input[type=file]') as HTMLInputElement;

describeCommand({
  name: 'pictureUpload',
  orders: ['cell.png'],
  network: () => opened.network,
  calls: { run: authoring.uploadPicture },
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [authoring.uploadPicture] });
    await opened.signIn('tess');
    const pictures = picturesWith(ownQuizCalls(opened.app.send));
    render(
      <Around app={opened.app}>
        <PicturesContext value={pictures}>
          <PictureDialog before={null} onInsert={() => {}} onClose={() => {}} />
        </PicturesContext>
      </Around>,
    );
  },
  press: {
    give: (name) => fireEvent.change(input(), { target: { files: [new File([png(64, 32)], String(name), { type: 'image/png' })] } }),
  },
  see: {
    'ready.fresh': () => shown(m.authoring_picture_first()),
    'ready.done': () => waitFor(() => expect(document.querySelector('img')?.src).toMatch(/^data:/)),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => waitFor(() => shown(/The server did not answer/)),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.uploadPicture)).toBe(1)),
  },
});
