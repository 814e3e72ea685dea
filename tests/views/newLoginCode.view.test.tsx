// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseFor, openStudents, pressIn, question } from './kit/students.tsx';

installNetwork();

let opened: Screen;
const ana = { name: 'ana Person' };
const code = () => screen.queryByLabelText(m.rostering_code())?.textContent;

describeCommand({
  name: 'newLoginCode',
  orders: ['ana'],
  question: 'plain',
  mount: async (stage) => {
    opened = await openStudents(stage as never, [rostering.resetStudentPassword]);
  },
  network: () => opened.network,
  calls: { run: rostering.resetStudentPassword },
  // The code is in the way until it is closed.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  press: {
    give: () => chooseFor(ana.name, m.rostering_new_code()),
    confirm: pressIn(question, m.rostering_make_code()),
    dismissQuestion: pressIn(question, m.common_cancel()),
  },
  see: {
    'ready.fresh': () => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(code()).toBeUndefined();
    },
    'asking.confirming': () => expect(question().textContent).toContain(m.rostering_new_code_text(ana)),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => expect(question()).toBeTruthy(),
    'ready.done': async (snapshot) => {
      const dialog = await screen.findByRole('dialog', { name: m.rostering_code_title(ana) });
      expect(code()).toMatch(/^[a-z0-9]{8}$/);
      shown(m.rostering_code_text());
      expect(JSON.stringify(snapshot.context), 'only the dialog knows the code').not.toContain(code());
      pressIn(() => dialog, m.rostering_done())();
      expect(document.body.textContent).not.toContain(m.rostering_code_text());
    },
  },
});
