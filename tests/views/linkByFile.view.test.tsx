// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { mostLinkRows, saml } from '../../contract/saml.ts';
import { m } from '../../src/paraglide/messages.js';
import Identities from '../../src/views/saml/samlIdentity.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { keyPair, metadataOf } from '../server/samlProvider.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { buttons } from './kit/question.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const address = addressOf(Identities.declaration as ScreenAddress);
const metadata = await metadataOf('urn:hill', 'https://idp.hill.example', await keyPair());
const file = 'subject,person\na-1,ana\na-2,nobody\n';

async function open(stage: Parameters<typeof openScreen>[0] & { render: typeof render }): Promise<void> {
  opened = await openScreen(stage);
  const dan = await opened.network.backend.signIn('dan');
  await dan.ok(calls.readSamlMetadata, { user_puid: ids.dan, district_id: ids.district, name: 'Hill', metadata });
  await opened.signIn('dan');
  stage.render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Identities />
    </AtRoute>,
  );
  await screen.findByRole('button', { name: m.saml_file() });
}
async function choose(text: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: m.saml_file() }));
  await screen.findByText(m.saml_file_text());
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  fireEvent.change(input as HTMLInputElement, { target: { files: [new File([text], 'links.csv')] } });
}
const dialog = () => screen.getByRole('dialog');
const inDialog = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name: new RegExp(`${name}$`) }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }));

describeCommand({
  name: 'linkByFile',
  orders: ['a file'],
  project: () => 'a file',
  question: 'counted',
  counted: { rows: 2, ready: 1, findings: [{ row: 3, finding: 'personUnknown' }] },
  results: [{ rows: [2], left: 1, at: '2030-01-15T15:00:00Z' }],
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    await open({ ...stage, held: [saml.checkSamlLinks, saml.addSamlLinks, saml.undoSamlLinks] } as never);
    // The command comes with the dialog.
    press(m.saml_file());
    await screen.findByText(m.saml_file_text());
    inDialog(m.ui_cancel());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
  network: () => opened.network,
  calls: { run: saml.addSamlLinks, count: saml.checkSamlLinks, undo: saml.undoSamlLinks },
  press: {
    give: () => choose(file),
    confirm: () => inDialog(m.saml_file_link()),
    ...buttons,
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
    'asking.counting': () => waitFor(() => expect(opened.network.waiting(saml.checkSamlLinks)).toBe(1)),
    'asking.uncounted': () => expect(dialog().textContent).toContain(m.saml_file_unchecked()),
    'asking.confirming': () => expect(dialog().textContent).toContain(m.saml_file_personUnknown()),
    'asking.confirming.refused': ({ context }) => expect(dialog().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(saml.addSamlLinks)).toBe(1)),
    'ready.undoable': () => shown(m.saml_file_done({ count: 1 })),
    undoing: () => waitFor(() => expect(opened.network.waiting(saml.undoSamlLinks)).toBe(1)),
    'ready.notUndone': () => screen.findByRole('button', { name: new RegExp(`${m.workspace_undo()}$`) }),
    'ready.undone': () => shown(m.saml_file_undone()),
  },
});

it.each([
  ['another delimiter', 'subject;person\na-1;ana\n', /;/],
  ['other columns', 'name,mail\na,b\n', m.saml_file_columns()],
  ['a header alone', 'subject,person\n', m.saml_file_columns()],
  ['nothing', '', /./],
  ['too many rows', `subject,person\n${'a,b\n'.repeat(mostLinkRows + 1)}`, m.saml_file_tooMany({ most: mostLinkRows })],
])('says what is wrong with a file of %s', async (_, text, words) => {
  await open({ render } as never);
  await choose(text);
  const notice = await screen.findByText(m.saml_file_wrong());
  const list = notice.closest('[role], section, div')?.parentElement?.textContent ?? '';
  if (typeof words === 'string') expect(list).toContain(words);
  else expect(list).toMatch(words);
});

it('links nobody by a file in which no row is right', async () => {
  await open({ render } as never);
  await choose('subject,person\na-2,nobody\n');
  await screen.findByText(m.saml_file_ready({ count: 0, of: 1 }));
  inDialog(m.saml_file_link());
  expect(opened.network.made(saml.addSamlLinks)).toEqual([]);
});
