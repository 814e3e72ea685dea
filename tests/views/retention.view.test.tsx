// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { privacy } from '../../contract/privacy.ts';
import { m } from '../../src/paraglide/messages.js';
import PrivacyHomePage from '../../src/views/privacy/PrivacyHomePage.tsx';
import { privacyHome as address } from '../../src/views/privacy/privacyHome.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const form = () => (
  <AtRoute app={opened.app} address={addressOf(address)} path={addressOf(address)}>
    <PrivacyHomePage />
  </AtRoute>
);
const choice = () => screen.getByLabelText<HTMLSelectElement>(m.privacy_keep_audit());
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name }));

describeCommand({
  name: 'retention',
  orders: ['7 years'],
  question: 'plain',
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [privacy.updateRetention] });
    await opened.signIn('dan');
    stage.render(form());
    await screen.findByLabelText(m.privacy_keep_audit());
  },
  network: () => opened.network,
  calls: { run: privacy.updateRetention },
  press: {
    give: () => fireEvent.change(choice(), { target: { value: '7' } }),
    confirm: () => inQuestion(m.records_save()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => expect(choice().value).toBe('all'),
    'ready.done': () => waitFor(() => expect(choice().value).toBe('7')),
    'asking.confirming': () => expect(question().textContent).toContain(m.privacy_years({ count: 7 })),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(privacy.updateRetention)).toBe(1)),
  },
});

it('is shown to a school administrator, who cannot set it', async () => {
  opened = await openScreen();
  await opened.signIn('sue');
  render(form());
  await screen.findByText(new RegExp(`${m.privacy_keep_audit()}: ${m.privacy_for_good()}`));
  expect(screen.queryByLabelText(m.privacy_keep_audit())).toBeNull();
});
