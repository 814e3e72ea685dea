// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { shell as calls } from '../../contract/shell.ts';
import type { hintMachine } from '../../src/machines/shell/hintMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import WelcomeHint from '../../src/views/shell/WelcomeHint.tsx';
import { describeView } from '../kit/describeView.ts';
import { hintModel } from '../machines/hint.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const hint = () => screen.queryByText('Welcome, ana');
const putAway = () =>
  opened.network.backend.db
    .insertInto('user_overlay')
    .values({ district_id: 1, user_puid: ids.ana, overlay_key: 'welcomeStudent', is_seen: 1, updated_at: 1 })
    .execute();

describeView<typeof hintMachine>(hintModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.userOverlay, calls.updateUserOverlay] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <WelcomeHint />
      </Around>,
    );
  },
  drive: {
    'hint.dismissed': () => fireEvent.click(screen.getByRole('button', { name: m.account_hint_done() })),
    'xstate.done.actor.loadHint': ({ output }) => opened.network.release(calls.userOverlay, output.isSeen ? putAway : undefined),
    'xstate.error.actor.loadHint': ({ error }) => opened.network.fail(calls.userOverlay, error),
    'xstate.done.actor.putAway': async () => {
      await opened.network.release(calls.updateUserOverlay);
      const kept = () => opened.network.backend.db.selectFrom('user_overlay').select(['user_puid', 'overlay_key', 'is_seen']).execute();
      await waitFor(async () => expect(await kept()).toEqual([{ user_puid: ids.ana, overlay_key: 'welcomeStudent', is_seen: 1 }]));
    },
    'xstate.error.actor.putAway': ({ error }) => opened.network.fail(calls.updateUserOverlay, error),
  },
  see: {
    loading: () => expect(hint()).toBeNull(),
    shown: () => expect(hint()).not.toBeNull(),
    leaving: () => expect(hint()).toBeNull(),
    hidden: () => expect(hint()).toBeNull(),
  },
});
