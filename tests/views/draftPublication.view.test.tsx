// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizEditorPage from '../../src/views/authoring/QuizEditorPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { ownQuiz } from '../server/ownQuiz.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const publish = () => screen.getByRole('button', { name: new RegExp(m.authoring_publish()) });
const published = async () =>
  (await opened.network.backend.db.selectFrom('authored_quiz').select('published_version').executeTakeFirst())?.published_version;

describeCommand({
  name: 'draftPublication',
  orders: [null],
  network: () => opened.network,
  calls: { run: authoring.publishQuiz },
  // What is ready as it is needs no second time.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [authoring.publishQuiz] });
    const tess = await opened.network.backend.signIn('tess');
    const { item_id } = await tess.ok(authoring.createQuiz, { creation_key: 'first', quiz: ownQuiz() });
    await opened.signIn('tess');
    stage.render(
      <AtRoute app={opened.app} address={paths.quizForm(item_id)} path="/authenticated/content/writeQuiz/:value">
        <QuizEditorPage />
      </AtRoute>,
    );
    await screen.findByRole('textbox', { name: m.authoring_title() });
  },
  press: { give: () => fireEvent.click(publish()) },
  see: {
    'ready.fresh': async () => expect(await published()).toBe(null),
    'ready.done': async () => {
      expect(await published()).toBe(1);
      shown(m.authoring_published());
      shown(m.authoring_state_ready());
    },
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.authoring_publish_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.publishQuiz)).toBe(1)),
  },
});
