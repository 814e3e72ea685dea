// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { privacy } from '../../contract/privacy.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPersonPrivacy } from './kit/personPrivacy.tsx';
import type { Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.queryByRole('button', { name: m.privacy_erase() });
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name }));

describeCommand({
  name: 'erasure',
  orders: [{ user_name: 'tess' }],
  question: 'plain',
  // It is requested once.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openPersonPrivacy(m.privacy_erase(), { ...stage, held: [privacy.requestErasure] });
  },
  network: () => opened.network,
  calls: { run: privacy.requestErasure },
  press: {
    give: () => fireEvent.click(button() as HTMLElement),
    confirm: () => {
      fireEvent.change(within(question()).getByRole('textbox'), { target: { value: 'tess' } });
      inQuestion(m.privacy_erase());
    },
    dismissQuestion: () => inQuestion(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => expect(button()).toBeTruthy(),
    'ready.done': () => screen.findByRole('button', { name: m.privacy_call_off() }),
    'asking.confirming': () => expect(question().textContent).toContain(m.privacy_erase_question({ name: 'tess Person' })),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(privacy.requestErasure)).toBe(1)),
  },
});
