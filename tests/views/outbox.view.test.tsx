// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OutboxInput, outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import Outbox, { OutboxBar } from '../../src/views/quiz/Outbox.tsx';
import { having, startingWith } from '../kit/words.ts';
// Loaded up front, before it is first opened.
import '../../src/views/quiz/OutboxPanel.tsx';
import { UnsentList } from '../../src/views/quiz/UnsentAnswers.tsx';
import { describeView } from '../kit/describeView.ts';
import { outboxModel } from '../machines/outbox.model.ts';
import { keptAttempt } from '../machines/quiz.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { TestDevice } from './kit/device.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();
URL.createObjectURL = () => 'blob:file';
URL.revokeObjectURL = () => {};
HTMLAnchorElement.prototype.click = () => {};

const bar = () => screen.queryByText(/waiting to be sent|(was|were) not accepted/, { selector: 'section p' });
const openList = async () => {
  if (!screen.queryByRole('dialog')) fireEvent.click(screen.getByRole('button', { name: m.quiz_outbox_open() }));
  return within(await screen.findByRole('dialog'));
};
const closeList = async () => {
  if (!screen.queryByRole('dialog')) return;
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describeView<typeof outboxMachine>(outboxModel, {
  mount: async (stage) => {
    const opened = await openScreen(stage);
    await opened.signIn('ana');
    const device = new TestDevice();
    for (const resultId of [91, 92]) await device.kept.writeAttempt(`1.${ids.ana}`, keptAttempt({ resultId }));
    stage.render(
      <Around app={{ ...opened.app, device: async () => device, chance: () => 0.5 }}>
        {(stage.input as OutboxInput).isListOnly ? (
          <UnsentList logic={stage.stubbed} owner={`1.${ids.ana}`} />
        ) : (
          <OutboxBar logic={stage.stubbed} />
        )}
      </Around>,
    );
  },
  outside: {
    'outbox.changed': 'Sent by the device when something is kept on it or removed.',
    'connection.restored': 'Sent by the page itself when the connection is back.',
  },
  drive: {
    'outbox.changed': (event, { send }) => send(event),
    'connection.restored': (event, { send }) => send(event),
    'delivery.retried': async () => {
      fireEvent.click((await openList()).getByRole('button', { name: m.quiz_outbox_send() }));
    },
    'item.discarded': async ({ id }) => {
      const list = await openList();
      const item = list.getAllByRole('listitem').find((one) => one.textContent?.includes('Not accepted')) as HTMLElement;
      expect(id).toBeGreaterThan(0);
      const remove = () => within(item).getByRole('button', { name: m.quiz_outbox_discard() });
      expect(remove().getAttribute('aria-disabled'), 'nothing is cleared away that is not downloaded').toBe('true');
      fireEvent.click(within(item).getByRole('button', { name: /^Download/ }));
      await waitFor(() => expect(remove().getAttribute('aria-disabled')).toBeNull());
      fireEvent.click(remove());
    },
  },
  see: {
    listing: closeList,
    listed: async ({ context }) => {
      if (context.items.length === 0) return expect(screen.queryByRole('region')).toBeNull();
      const items = within(screen.getByRole('region', { name: m.quiz_unsent_title() })).getAllByRole('listitem');
      expect(items).toHaveLength(context.items.length);
      const made: Blob[] = [];
      URL.createObjectURL = (blob) => `blob:${made.push(blob as Blob)}`;
      fireEvent.click(within(items[0] as HTMLElement).getByRole('button', { name: startingWith(m.quiz_download()) }));
      await waitFor(() => expect(made).toHaveLength(1));
      expect(screen.queryByRole('button', { name: m.quiz_outbox_discard() }), 'nobody is signed in to say so').toBeNull();
    },
    resting: async ({ context }) => {
      await closeList();
      expect(bar() !== null).toBe(context.items.some(({ state }) => state !== 'open'));
    },
    noticing: closeList,
    sending: async ({ context }) => {
      if (context.items.length > 0)
        expect((await openList()).getByRole('button', { name: having(m.quiz_outbox_send()) }).dataset.pending).toBe('true');
    },
    waiting: async () => {
      await closeList();
      expect(bar()?.textContent).toMatch(/^2 answers are waiting to be sent/);
    },
    discarding: () => {},
  },
});

it('lists work that cannot be read, gives it as a file, and removes it after that', async () => {
  const opened = await openScreen();
  await opened.signIn('ana');
  const device = new TestDevice();
  const stored = { v: 99, attempt: { title: 'Cells' } };
  device.items.set(`attempt/1.${ids.ana}/91`, stored);
  render(
    <Around app={{ ...opened.app, device: async () => device }}>
      <Outbox />
    </Around>,
  );
  fireEvent.click(await screen.findByRole('button', { name: m.quiz_outbox_open() }));
  const item = within(await screen.findByRole('listitem'));
  item.getByText('Cells');
  item.getByText(m.quiz_outbox_item_unreadable());
  const remove = item.getByRole('button', { name: m.quiz_outbox_discard() });
  expect(remove.getAttribute('aria-disabled'), 'it can be removed once it is downloaded').toBe('true');
  const files: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${files.push(blob as Blob)}`;
  fireEvent.click(item.getByRole('button', { name: /^Download/ }));
  await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBeNull());
  expect(JSON.parse(await (files[0] as Blob).text())).toEqual(stored);
  fireEvent.click(remove);
  await screen.findAllByText(m.quiz_outbox_empty());
  expect(device.items.size).toBe(0);
});
