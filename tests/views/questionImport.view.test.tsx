// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { writeQti } from '../../common/authoring/formats/qtiWriter.ts';
import { pictureAddress, picturesIn } from '../../common/authoring/richQuestion.ts';
import { type AuthoredQuestion, authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownQuizCalls } from '../../src/services/authoring.ts';
import { ImportDialog } from '../../src/views/authoring/ImportDialog.tsx';
import { picturesWith } from '../../src/views/authoring/pictures.ts';
import { authored } from '../server/ownQuiz.ts';
import { png } from '../server/pictures.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const name = (at: number) => at.toString(16).padStart(32, 'a');
const image = (at: number) => `<img src="${pictureAddress(name(at))}" alt="Cell ${at}">`;
const packed = async (explanation: string, bytesOf: (picture_id: string) => Uint8Array<ArrayBuffer>) => {
  const question = authored('cells', 'true_false', { is_true: true, text: `<p>${image(1)}</p>`, explanation });
  const { bytes } = await writeQti('Cells', [question], async (picture_id) => ({ media_type: 'image/png', bytes: bytesOf(picture_id) }));
  return new File([bytes as BlobPart], 'cells.zip');
};

let opened: Screen;
let added: AuthoredQuestion[] = [];
/** Opens the dialog with a package of one question with a picture. */
async function open(
  stage: Parameters<typeof openScreen>[0],
  explanation = '',
  bytesOf: (picture_id: string) => Uint8Array<ArrayBuffer> = () => png(64, 32),
) {
  added = [];
  opened = await openScreen(stage);
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <ImportDialog
        room={200}
        pictures={picturesWith(ownQuizCalls(opened.app.send))}
        newKey={() => 'key'}
        onAdd={(questions) => {
          added = questions;
        }}
        onClose={() => {}}
      />
    </Around>,
  );
  await screen.findByRole('dialog');
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [await packed(explanation, bytesOf)] } });
  await waitFor(() => shown(m.authoring_import_found({ name: 'cells.zip', count: 1 })));
}
const add = () => fireEvent.click(screen.getByRole('button', { name: m.authoring_import_add({ count: 1 }) }));
const waiting = () => opened.network.waiting(authoring.uploadPicture);

describeCommand({
  name: 'questionImport',
  orders: ['cells.zip'],
  network: () => opened.network,
  calls: { run: authoring.uploadPicture },
  mount: (stage) => open({ ...stage, held: [authoring.uploadPicture] }),
  press: { give: add },
  see: {
    'ready.fresh': () => expect(added).toEqual([]),
    'ready.done': () =>
      waitFor(() => {
        const names = added.flatMap(({ text }) => picturesIn(text));
        // No longer the name that it had in the package.
        expect(names).toEqual([expect.stringMatching(/^(?!0{20})/)]);
        expect(added[0]?.text).toContain('alt="Cell 1"');
      }),
    'ready.refused': ({ context }) => {
      shown(context.problem?.message ?? '');
      expect(added).toEqual([]);
    },
    'ready.unreachable': async () => {
      await waitFor(() => shown(/The server did not answer/));
      expect(added).toEqual([]);
    },
    saving: () => waitFor(() => expect(waiting()).toBe(1)),
  },
});

it('leaves the description of a picture that the server does not take, and says how many there are', async () => {
  const noPicture = new TextEncoder().encode('no picture');
  await open({}, `<p>${image(2)} ${image(3)}</p>`, (picture_id) =>
    picture_id === name(2) ? noPicture : png(64, Number.parseInt(picture_id.slice(-1), 16)),
  );
  add();
  await waitFor(() => expect(opened.notices().map(({ text }) => text)).toEqual([m.authoring_import_pictures_left({ count: 1 })]));
  const { text = '', explanation = '' } = added[0] ?? {};
  const names = picturesIn(text + explanation);
  expect([names.length, new Set(names).size]).toEqual([2, 2]);
  expect(explanation).toMatch(/^<p>Cell 2 <img [^>]*alt="Cell 3"><\/p>$/);
});
