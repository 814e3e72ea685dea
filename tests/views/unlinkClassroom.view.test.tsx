// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { classroom } from '../../contract/classroom.ts';
import { m } from '../../src/paraglide/messages.js';
import { openClassroomPage, type There } from './kit/classroomPage.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const there: There = { courses: [{ id: '1', name: 'Biology' }], students: {}, status: 200 };
const service = 'google';
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name: new RegExp(`${name}$`) }));
const unlink = () => screen.findByRole('button', { name: m.classroom_unlink() });

describeCommand({
  name: 'unlinkClassroom',
  orders: ['unlink'],
  question: 'plain',
  // The button is gone.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openClassroomPage({ ...stage, held: [classroom.unlinkClassroom] }, { there });
    await unlink();
  },
  network: () => opened.network,
  calls: { run: classroom.unlinkClassroom },
  press: {
    give: async () => fireEvent.click(await unlink()),
    confirm: () => inQuestion(m.classroom_unlink()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'asking.confirming': () => expect(question().textContent).toContain(m.classroom_unlink_text()),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(classroom.unlinkClassroom)).toBe(1)),
    'ready.done': () => screen.findByText(m.classroom_unlinked({ service })),
  },
});

it('can be unlinked while the service gives nothing', async () => {
  opened = await openClassroomPage({ render }, { there: { ...there, status: 403 } });
  await screen.findByText(m.classroom_unread());
  fireEvent.click(await unlink());
  inQuestion(m.classroom_unlink());
  await screen.findByText(m.classroom_unlinked({ service }));
  shown(m.classroom_unlinked_text());
});
