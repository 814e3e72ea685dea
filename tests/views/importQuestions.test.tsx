// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownQuizCalls } from '../../src/services/authoring.ts';
import { ImportDialog } from '../../src/views/authoring/ImportDialog.tsx';
import { picturesWith } from '../../src/views/authoring/pictures.ts';
import { savedCsv } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, shown } from './kit/screen.tsx';

installNetwork();

const file = (text: string | Uint8Array<ArrayBuffer>, name = 'questions.txt') => new File([text], name);

async function open(room = 200) {
  const { app } = await openScreen();
  const added: AuthoredQuestion[][] = [];
  let made = 0;
  render(
    <Around app={app}>
      <ImportDialog
        room={room}
        pictures={picturesWith(ownQuizCalls(app.send))}
        newKey={() => `key-${++made}`}
        onAdd={(questions) => added.push(questions)}
        onClose={() => {}}
      />
    </Around>,
  );
  await screen.findByRole('dialog');
  const choose = (one: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) fireEvent.change(input, { target: { files: [one] } });
  };
  return { choose, added };
}

it.each([
  ['GIFT', 'A{=a ~b}\n\nB{T}\n\nC{=x ~%50%y}', 3, [m.authoring_finding({ line: 5, text: m.authoring_finding_weights() })]],
  ['Aiken', 'A\nA. a\nB. b\nANSWER: A\n\nB\nANSWER: A', 1, [m.authoring_finding({ line: 6, text: m.authoring_finding_no_answers() })]],
])('questions of %s are added, and what cannot be taken over is said with its line', async (_, text, count, findings) => {
  const { choose, added } = await open();
  choose(file(text));
  await waitFor(() => shown(m.authoring_import_found({ name: 'questions.txt', count })));
  for (const finding of findings) shown(finding);
  fireEvent.click(screen.getByRole('button', { name: m.authoring_import_add({ count }) }));
  await waitFor(() => expect(added.map((questions) => questions.length)).toEqual([count]));
});

it('shows thousands of findings in parts, and saves all of them', async () => {
  const { choose } = await open();
  const most = 120;
  choose(file(Array.from({ length: most }, (_, at) => `Q${at}{=x ~%50%y}`).join('\n\n')));
  await waitFor(() => shown(m.authoring_finding({ line: 1, text: m.authoring_finding_weights() })));
  const listed = () => screen.getAllByRole('listitem').length;
  expect(listed()).toBe(50);
  fireEvent.click(screen.getByRole('button', { name: m.authoring_finding_more({ count: 70 }) }));
  expect(listed()).toBe(100);
  fireEvent.click(screen.getByRole('button', { name: m.authoring_finding_more({ count: 20 }) }));
  expect(listed()).toBe(most);
  expect(screen.queryByRole('button', { name: m.authoring_finding_more({ count: 0 }) })).toBeNull();
  const saved = await savedCsv();
  expect(saved[0]).toEqual([m.authoring_finding_where(), m.authoring_finding_line(), m.authoring_finding_what()]);
  expect(saved).toHaveLength(most + 1);
  expect(saved.at(-1)).toEqual(['', String(2 * most - 1), m.authoring_finding_weights()]);
});

it('takes what there is room for', async () => {
  const { choose, added } = await open(1);
  choose(file('A{T}\n\nB{F}'));
  await waitFor(() => shown(m.authoring_import_room({ count: 1 })));
  fireEvent.click(screen.getByRole('button', { name: m.authoring_import_add({ count: 1 }) }));
  await waitFor(() => expect(added.map((questions) => questions.length)).toEqual([1]));
});

it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['no text', new Uint8Array([0xff, 0xfe, 0x41, 0x00]), m.authoring_import_no_text({ name: 'questions.txt' })],
  ['no questions', 'Just words', m.authoring_finding({ line: 1, text: m.authoring_finding_no_answers() })],
])('says what is wrong with a file with %s, and adds nothing', async (_, content, words) => {
  const { choose, added } = await open();
  choose(file(content));
  await waitFor(() => shown(words));
  fireEvent.click(screen.getByRole('button', { name: m.authoring_import_add_none() }));
  expect(added).toEqual([]);
});
