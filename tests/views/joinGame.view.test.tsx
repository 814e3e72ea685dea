// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { quizGame } from '../../contract/quizGame.ts';
import { m } from '../../src/paraglide/messages.js';
import StudentRegistrationPage from '../../src/views/quizGame/StudentRegistrationPage.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let game_code: string;
const joined = () => opened.network.backend.db.selectFrom('game_event').select('seq').execute();

describeCommand({
  name: 'joinGame',
  orders: [null],
  network: () => opened.network,
  calls: { run: quizGame.registerPlayer },
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [quizGame.registerPlayer] });
    const tess = await opened.network.backend.signIn('tess');
    ({ game_code } = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class }));
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <StudentRegistrationPage />
      </Around>,
    );
    fireEvent.change(await screen.findByLabelText(m.quizGame_code()), { target: { value: game_code } });
  },
  press: { give: () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>(m.quizGame_code()).form as HTMLFormElement) },
  see: {
    'ready.fresh': async () => expect(await joined()).toHaveLength(0),
    'ready.done': async () => expect(await joined()).toHaveLength(1),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.quizGame_join_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(quizGame.registerPlayer)).toBe(1)),
  },
});
