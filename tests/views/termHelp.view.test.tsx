// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import { m } from '../../src/paraglide/messages.js';
import TermHelpDialog from '../../src/views/assigning/TermHelpDialog.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const onClose = vi.fn();
const dialog = () => within(screen.getByRole('dialog'));
const stored = () => opened.network.backend.db.selectFrom('term_help').select(['user_puid', 'is_timed_too']).execute();

describeCommand({
  name: 'termHelp',
  orders: [{}],
  mount: async (stage) => {
    onClose.mockClear();
    opened = await openScreen({ ...stage, held: [assigning.setTermHelp] });
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <TermHelpDialog
          assignment={{ group_assignment_id, lesson_name: 'Free', group_name: 'Science' }}
          hasTimedAssessment
          onClose={onClose}
        />
      </Around>,
    );
    fireEvent.click(await screen.findByRole('checkbox', { name: /^ana/i }));
    fireEvent.click(dialog().getByRole('checkbox', { name: m.sharing_terms_timed() }));
  },
  network: () => opened.network,
  calls: { run: assigning.setTermHelp },
  press: { give: () => fireEvent.click(dialog().getByRole('button', { name: m.sharing_terms_save() })) },
  see: {
    'ready.fresh': async () => expect(await stored()).toEqual([]),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.sharing_terms_failed()),
    'ready.done': async () => {
      expect(await stored()).toEqual([{ user_puid: ids.ana, is_timed_too: 1 }]);
      await waitFor(() => expect(onClose).toHaveBeenCalled());
    },
    saving: () => waitFor(() => expect(opened.network.waiting(assigning.setTermHelp)).toBe(1)),
  },
});
