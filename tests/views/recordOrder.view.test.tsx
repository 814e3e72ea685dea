// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { subjects } from '../../contract/subjects.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { openSubjects } from './kit/subjects.tsx';

installNetwork();

let opened: Screen;
const button = (label: string) => screen.getByRole('button', { name: label });
const first = 'Biology';
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describeCommand({
  name: 'recordOrder',
  orders: [first],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openSubjects(stage as never, [subjects.subjectOrder], ({ network }) =>
      network.backend.db
        .insertInto('subject')
        .values({ district_id: ids.district, subject_id: 1, name: first, name_key: 'biology', active: 1, version: 1, removed_at: null })
        .execute(),
    );
  },
  network: () => opened.network,
  calls: { run: subjects.subjectOrder },
  press: {
    give: (name) => fireEvent.click(button(m.records_move_down({ name: String(name) }))),
    dismiss: () => fireEvent.click(button(m.ui_dismiss())),
  },
  // The last one does not go down, and only a failure is shown.
  can: (event, snapshot) =>
    (event.type !== 'command.given' || !snapshot.hasTag('done')) && (event.type !== 'outcome.dismissed' || snapshot.hasTag('failed')),
  see: {
    // The buttons and the problem load with their first use.
    'ready.fresh': async () => {
      await screen.findByRole('button', { name: m.records_move_down({ name: 'Science' }) });
      expect(names()).toEqual([first, 'Science']);
      expect(button(m.records_move_up({ name: first })).getAttribute('aria-disabled')).toBe('true');
      expect(button(m.records_move_down({ name: 'Science' })).getAttribute('aria-disabled')).toBe('true');
    },
    'ready.refused': ({ context }) => waitFor(() => shown(context.problem?.message ?? '')),
    'ready.unreachable': () => waitFor(() => shown(/The server did not answer/)),
    saving: () => expect(button(m.records_move_down({ name: first })).getAttribute('aria-disabled')).toBe('true'),
    'ready.done': async () => {
      await waitFor(() => expect(names()).toEqual(['Science', first]));
      expect(opened.notices().at(-1)?.text).toBe(m.records_moved({ name: first, place: '2' }));
    },
  },
});
