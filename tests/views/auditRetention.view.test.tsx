// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { audit } from '../../contract/audit.ts';
import { m } from '../../src/paraglide/messages.js';
import { audit as address } from '../../src/views/audit/audit.screen.ts';
import { Retention } from '../../src/views/audit/Retention.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const form = () => (
  <AtRoute app={opened.app} address={addressOf(address)} path={addressOf(address)}>
    <Retention />
  </AtRoute>
);
const choice = () => screen.getByLabelText<HTMLSelectElement>(m.audit_kept());
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name }));

describeCommand({
  name: 'auditRetention',
  orders: ['7 years'],
  question: 'plain',
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [audit.updateAuditRetention] });
    await opened.signIn('dan');
    stage.render(form());
    await screen.findByLabelText(m.audit_kept());
  },
  network: () => opened.network,
  calls: { run: audit.updateAuditRetention },
  press: {
    give: () => fireEvent.change(choice(), { target: { value: '7' } }),
    confirm: () => inQuestion(m.records_save()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => expect(choice().value).toBe('all'),
    'ready.done': () => waitFor(() => expect(choice().value).toBe('7')),
    'asking.confirming': () => expect(question().textContent).toContain(m.audit_kept_for({ count: 7 })),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(audit.updateAuditRetention)).toBe(1)),
  },
});

it('is shown to a school administrator, who cannot set it', async () => {
  opened = await openScreen();
  await opened.signIn('sue');
  render(form());
  await screen.findByText(new RegExp(m.audit_kept_for_good()));
  expect(screen.queryByLabelText(m.audit_kept())).toBeNull();
});
