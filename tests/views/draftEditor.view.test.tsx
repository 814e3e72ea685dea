// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { type AuthoredQuiz, authoring } from '../../contract/authoring.ts';
import type { DraftEditorInput, draftEditorMachine, LoadedDraft } from '../../src/machines/authoring/draftEditorMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { quizDraftsSlice } from '../../src/services/kit/slices/quizDrafts.ts';
import QuizEditorPage from '../../src/views/authoring/QuizEditorPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { describeView, type Stage } from '../kit/describeView.ts';
import { draftEditorModel, savedQuiz } from '../machines/draftEditor.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

type Snapshot = SnapshotFrom<typeof draftEditorMachine>;

let opened: Screen;
/** The chart's state after the latest step. */
let latest: Snapshot;
const db = () => opened.network.backend.db;
// A dialog hides the form behind it.
const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const titleField = () => screen.getByRole<HTMLInputElement>('textbox', { name: m.authoring_title(), hidden: true });
const saveCall = () => (latest.context.itemId === null ? authoring.createQuiz : authoring.saveQuiz);

/** Sets the quiz on the server to that of the model's event. */
const setQuiz = async ({ document: quiz, version }: Pick<LoadedDraft, 'document' | 'version'>) => {
  await db()
    .updateTable('authored_quiz')
    .set({ document: JSON.stringify(quiz), version })
    .execute();
};
/** Aligns the version on the server, as if no one else had changed the quiz. */
const agree = async () => {
  const { version } = latest.context;
  if (version !== null) await db().updateTable('authored_quiz').set({ version }).execute();
};
/** Changes that the server does not have stay on this device, and no others. */
function expectKept({ context: { itemId, draft }, ...snapshot }: Snapshot) {
  opened.app.persistence()?.flush();
  const kept = opened.app.persistence()?.read(quizDraftsSlice)?.[itemId ?? 'new'];
  const isKept = (['pending', 'saving', 'unsaved'] as const).some((tag) => latest.hasTag(tag));
  if (latest.hasTag('form') && snapshot.status === 'active') expect(kept?.document.title).toBe(isKept ? draft.title : undefined);
}

async function mount(stage: Stage<any>, { itemId, kept }: DraftEditorInput) {
  opened = await openScreen({ ...stage, held: [authoring.authoredQuiz, authoring.createQuiz, authoring.saveQuiz] });
  if (itemId !== null) {
    await db()
      .insertInto('authored_quiz')
      .values({
        ...{ district_id: 1, item_id: itemId, owner_puid: ids.tess, creation_key: 'first', created_at: 1, updated_at: 1, deleted_at: null },
        ...{ document: JSON.stringify(savedQuiz.document), version: 1, published_version: null, published_document: null },
        ...{ card: '{}', published_card: null },
      })
      .execute();
  }
  await opened.signIn('tess');
  if (kept)
    opened.app
      .persistence()
      ?.write(quizDraftsSlice, { [itemId ?? 'new']: { version: kept.version, document: kept.document as AuthoredQuiz } });
  opened.app.persistence()?.flush();
  stage.render(
    <AtRoute
      app={{ ...opened.app, chance: () => 0.5 }}
      address={paths.quizForm(itemId ?? undefined)}
      path="/authenticated/content/writeQuiz/:value"
    >
      <QuizEditorPage />
    </AtRoute>,
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
}

/** The state of saving stands there twice: for readers, and for screen readers. */
const says = (text: string | RegExp) => expect(screen.getAllByText(text).length).toBeGreaterThan(0);

describeView<typeof draftEditorMachine>(
  {
    ...draftEditorModel,
    project: ({ draft, saved, past, future, itemId, failures, other }) => ({
      title: draft.title,
      isSaved: draft === saved,
      past: past.length > 0,
      future: future.length > 0,
      isNew: itemId === null,
      failed: failures > 0,
      other: other !== null,
    }),
  },
  {
    modes: ['plain'],
    mount: (stage) => mount(stage, stage.input as DraftEditorInput),
    outside: {
      'connection.restored': 'Sent by the page itself when the connection is back.',
      'save.hurried': 'Sent before a preview and before the quiz is made ready: tests/views/draftPublication.view.test.tsx.',
    },
    drive: {
      'draft.changed': ({ draft }) => fireEvent.change(titleField(), { target: { value: draft.title } }),
      'change.undone': press(m.authoring_undo()),
      'change.redone': press(m.authoring_redo()),
      'draft.retried': press(m.common_try_again()),
      'save.hurried': (event, { send }) => send(event),
      'theirs.taken': press(m.authoring_conflict_theirs()),
      'mine.kept': press(m.authoring_conflict_mine()),
      'delivery.retried': press(m.ui_save_retry()),
      'connection.restored': (event, { send }) => send(event),
      'xstate.done.actor.loadDraft': ({ output }) => opened.network.release(authoring.authoredQuiz, () => setQuiz(output)),
      'xstate.error.actor.loadDraft': ({ error }) => opened.network.fail(authoring.authoredQuiz, error),
      'xstate.done.actor.loadOther': ({ output }) => opened.network.release(authoring.authoredQuiz, () => setQuiz(output)),
      'xstate.error.actor.loadOther': ({ error }) => opened.network.fail(authoring.authoredQuiz, error),
      'xstate.done.actor.saveDraft': () => opened.network.release(saveCall(), agree),
      'xstate.error.actor.saveDraft': ({ error }) => opened.network.fail(saveCall(), error),
    },
    see: Object.fromEntries(
      Object.entries<() => unknown>({
        loading: () => expect(screen.queryByRole('textbox', { name: m.authoring_title() })).toBeNull(),
        unavailable: () => {
          shown(m.common_load_failed());
          shown('The quiz was not found.');
        },
        editing: () => expect(titleField().value).toBe(latest.context.draft.title),
        'editing.saved': () => {
          if (latest.context.saved !== null) says(m.ui_save_saved());
        },
        'editing.gathering': () => says(m.ui_save_saving()),
        'editing.saving': () => says(m.ui_save_saving()),
        'editing.fetching': () => says(m.ui_save_saving()),
        'editing.conflict': async () => {
          await screen.findByRole('alertdialog', { name: m.authoring_conflict_title() });
          const { title, questions } = (latest.context.other?.document ?? savedQuiz.document) as AuthoredQuiz;
          screen.getByText(m.authoring_conflict_other({ title, count: questions.length }));
        },
        'editing.queued': () => says(m.ui_save_offline_here()),
        'editing.refused': () => says(new RegExp(latest.context.problem?.message ?? '')),
      }).map(([name, check]) => [
        name,
        (snapshot: Snapshot) => {
          latest = snapshot;
          expectKept(snapshot);
          return check();
        },
      ]),
    ),
  },
);
