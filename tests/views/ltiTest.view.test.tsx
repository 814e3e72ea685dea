// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lti } from '../../contract/lti.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPlatforms } from './kit/platforms.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

describeCommand({
  name: 'ltiTest',
  orders: ['the platform'],
  project: () => 'the platform',
  mount: async (stage) => {
    opened = await openPlatforms({ ...stage, held: [lti.testLtiConsumer] });
  },
  network: () => opened.network,
  calls: { run: lti.testLtiConsumer },
  press: {
    give: async () => {
      fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name: 'Campus' }) }));
      fireEvent.click(await screen.findByRole('menuitem', { name: m.lti_test() }));
    },
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(lti.testLtiConsumer)).toBe(1)),
    'ready.done': () => waitFor(() => expect(JSON.stringify(opened.notices())).toContain('Campus')),
  },
});

it('marks a refused field of the form, and does not name it as the call does', async () => {
  await openPlatforms({ render });
  fireEvent.click(screen.getByRole('button', { name: m.records_add() }));
  const form = within(await screen.findByRole('dialog'));
  const fill = (label: string, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  fill(m.lti_name(), 'Lake');
  fill(m.lti_issuer(), 'https://lake.example');
  fill(m.lti_client_id(), 'tool');
  fill(m.lti_authorization(), 'https://lake.example/auth');
  fill(m.lti_jwks(), 'somewhere');
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  expect((await form.findByRole('alert')).textContent).toContain(m.records_check_fields());
  expect(form.getByLabelText(m.lti_jwks()).getAttribute('aria-invalid')).toBe('true');
  expect(form.getByText(/https:\/\/\.$/)).toBeTruthy();
  expect(screen.queryByText(/jwks_uri/)).toBeNull();
});
