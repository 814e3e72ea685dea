// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { OwnQuizzes } from '../../src/views/authoring/OwnQuizzes.tsx';
import type { Stage } from '../kit/describeView.ts';
import { ownQuiz } from '../server/ownQuiz.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const title = ownQuiz().title;
let opened: Screen;
const rows = () => opened.network.backend.db.selectFrom('authored_quiz').select('deleted_at').execute();

async function mount(stage: Stage<any>, ...held: (typeof authoring)[keyof typeof authoring][]) {
  opened = await openScreen({ ...stage, held });
  const tess = await opened.network.backend.signIn('tess');
  await tess.ok(authoring.createQuiz, { creation_key: 'first', quiz: ownQuiz() });
  await opened.signIn('tess');
  stage.render(
    <Around app={opened.app}>
      <OwnQuizzes />
    </Around>,
  );
  await screen.findByText(title, { selector: 'a' });
}

describeCommand({
  name: 'quizCopy',
  orders: [title],
  network: () => opened.network,
  calls: { run: authoring.copyQuiz },
  mount: (stage) => mount(stage, authoring.copyQuiz),
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_copy({ title }) })) },
  see: {
    'ready.fresh': async () => expect(await rows()).toHaveLength(1),
    'ready.done': () => waitFor(() => screen.getAllByText(m.authoring_copy_title({ title }), { selector: 'a' })),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.authoring_copy_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.copyQuiz)).toBe(1)),
  },
});

describeCommand({
  name: 'quizRemoval',
  orders: [title],
  network: () => opened.network,
  calls: { run: authoring.removeQuiz, undo: authoring.restoreQuiz },
  isUndoable: true,
  isDismissible: true,
  // The quiz is no longer in the list.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: (stage) => mount(stage, authoring.removeQuiz, authoring.restoreQuiz),
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_delete({ title }) })),
    undo: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_undo() })),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.undoable': async () => {
      shown(m.authoring_deleted({ title }));
      await waitFor(() => expect(screen.queryByText(title, { selector: 'a' })).toBeNull());
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': () => waitFor(() => expect(screen.queryByText(title, { selector: 'a' })).not.toBeNull()),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.authoring_delete_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.removeQuiz)).toBe(1)),
  },
});
