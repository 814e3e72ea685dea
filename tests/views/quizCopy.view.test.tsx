// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openOwnQuizzes, quizTitle as title } from './kit/ownQuizzes.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const rows = () => opened.network.backend.db.selectFrom('authored_quiz').select('item_id').execute();

describeCommand({
  name: 'quizCopy',
  orders: [title],
  network: () => opened.network,
  calls: { run: authoring.copyQuiz },
  mount: async (stage) => {
    opened = await openOwnQuizzes(stage, authoring.copyQuiz);
  },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_copy({ title }) })) },
  see: {
    'ready.fresh': async () => expect(await rows()).toHaveLength(1),
    'ready.done': () => waitFor(() => screen.getAllByText(m.authoring_copy_title({ title }), { selector: 'a' })),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.authoring_copy_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.copyQuiz)).toBe(1)),
  },
});
