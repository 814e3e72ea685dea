// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { quizGame } from '../../contract/quizGame.ts';
import { m } from '../../src/paraglide/messages.js';
import GuestQuestionPage from '../../src/views/quizGame/GuestQuestionPage.tsx';
import GuestRegistrationPage from '../../src/views/quizGame/GuestRegistrationPage.tsx';
import { guestPaths } from '../../src/views/quizGame/guestPaths.ts';
import { studentRegistration } from '../../src/views/quizGame/studentRegistration.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let game: { game_id: number; game_code: string };
beforeEach(() => localStorage.clear());

const openGame = async () => {
  const tess = await opened.network.backend.signIn('tess');
  game = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, has_guests: true });
};
const joined = () =>
  opened.network.backend.db.selectFrom('game_event').select(['seq', 'name']).where('type', '=', 'guest.joined').execute();
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describeCommand({
  name: 'joinAsGuest',
  orders: [null],
  network: () => opened.network,
  calls: { run: quizGame.registerGuest },
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [quizGame.registerGuest] });
    await openGame();
    stage.render(
      <AtAddress app={opened.app} address={guestPaths.joinWith(game.game_code)}>
        <GuestRegistrationPage />
      </AtAddress>,
    );
    type(m.quizGame_own_name(), 'Robin');
  },
  press: { give: () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>(m.quizGame_code()).form as HTMLFormElement) },
  see: {
    'ready.fresh': async () => expect(await joined()).toHaveLength(0),
    'ready.done': async () => expect(await joined()).toMatchObject([{ name: 'Robin' }]),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.account_unreachable()),
    saving: () => waitFor(() => expect(opened.network.waiting(quizGame.registerGuest)).toBe(1)),
  },
});

describe('a guest', () => {
  beforeEach(async () => {
    opened = await openScreen();
    await openGame();
  });
  const openRoom = (game_id = game.game_id) =>
    render(
      <AtRoute app={opened.app} path="/account/quizsmart/studentQuestion/:value" address={guestPaths.room(game_id)}>
        <GuestQuestionPage />
      </AtRoute>,
    );

  it('plays on after a reload, under the same name, and finds no way behind the sign-in', async () => {
    render(
      <AtAddress app={opened.app} address={guestPaths.joinWith(game.game_code)}>
        <GuestRegistrationPage />
      </AtAddress>,
    );
    type(m.quizGame_own_name(), 'Robin');
    fireEvent.submit(screen.getByLabelText<HTMLInputElement>(m.quizGame_code()).form as HTMLFormElement);
    await waitFor(() => expect(place.path).toBe(guestPaths.room(game.game_id)));
    // Nothing of the token stays on the device.
    expect(JSON.stringify({ ...localStorage })).not.toContain('eyJ');
    const tess = await opened.network.backend.signIn('tess');
    await tess.ok(calls.endGame, { game_id: game.game_id });
    cleanup();
    openRoom();
    await screen.findByRole('heading', { name: m.quizGame_over() });
    shown('Robin');
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('/authenticated');
  });

  it('who has not joined on this device is asked for code and name', async () => {
    openRoom(game.game_id + 1);
    await waitFor(() => expect(route.path).toContain(guestPaths.join));
  });

  it('who is signed in joins with the account', async () => {
    await opened.signIn('ana');
    render(
      <AtAddress app={opened.app} address={guestPaths.joinWith(game.game_code)}>
        <GuestRegistrationPage />
      </AtAddress>,
    );
    await waitFor(() => expect(place.path).toBe(`${addressOf(studentRegistration)}?code=${game.game_code}`));
  });
});
