// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseOnPage, openUserPage } from './kit/userPage.tsx';

installNetwork();

let opened: Screen;
const [name, email] = ['tess Person', 'tess@hill.example'];
const words = {
  code: { item: m.people_code, text: m.people_code_text({ name }), confirm: m.people_code_make() },
  link: { item: m.people_link, text: m.people_link_text({ email }), confirm: m.people_link_send() },
};
const question = () => screen.queryByRole('alertdialog');
const inQuestion = (label: string) => fireEvent.click(within(question() as HTMLElement).getByRole('button', { name: label }));
const secret = () => screen.queryByRole('status', { name: m.rostering_code() });

for (const way of ['code', 'link'] as const)
  describeCommand({
    name: 'newPassword',
    orders: [way],
    question: 'plain',
    mount: async (stage) => {
      opened = await openUserPage({
        ...stage,
        held: [people.resetUserPassword],
        prepare: ({ network }: Screen) =>
          network.backend.db.updateTable('app_user').set({ email }).where('user_puid', '=', ids.tess).execute(),
      });
    },
    network: () => opened.network,
    calls: { run: people.resetUserPassword },
    press: {
      give: async () => {
        // The code covers the page until it is closed, which forgets it.
        if (secret()) {
          fireEvent.click(screen.getByRole('button', { name: m.rostering_done() }));
          await waitFor(() => expect(secret()).toBeNull());
        }
        await chooseOnPage(words[way].item());
      },
      confirm: () => inQuestion(words[way].confirm),
      dismissQuestion: () => inQuestion(m.common_cancel()),
    },
    see: {
      'ready.fresh': () => expect(question()).toBeNull(),
      'asking.confirming': () => shown(words[way].text),
      'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
      'asking.confirming.unreachable': () => shown(/The server did not answer/),
      saving: () => expect(question()).toBeTruthy(),
      'ready.done': async () => {
        await waitFor(() => expect(question()).toBeNull());
        if (way === 'code') await waitFor(() => expect(secret()?.textContent).toMatch(/^[a-z0-9]{6,}$/));
        else expect(opened.notices().at(-1)?.text).toBe(m.people_link_sent({ name }));
      },
    },
  });
