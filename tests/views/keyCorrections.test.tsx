// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizEditorPage from '../../src/views/authoring/QuizEditorPage.tsx';
import ScoringPage from '../../src/views/autograde/ScoringPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignOwnQuiz, authored, ownQuiz } from '../server/ownQuiz.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const word = (accepted: string[]) => ownQuiz({ questions: [authored('word', 'short_text', { accepted })] });

/** A quiz of tess's that ana has answered; its key is corrected, but not published. */
async function corrected() {
  const opened = await openScreen();
  const { backend } = opened.network;
  const tess = await backend.signIn('tess');
  const { item_id } = await tess.ok(authoring.createQuiz, { creation_key: 'first', quiz: word(['steam']) });
  await tess.ok(authoring.publishQuiz, { item_id, version: 1 });
  const { named } = await assignOwnQuiz(backend, tess, item_id);
  const ana = await backend.signIn('ana');
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, named);
  const [question] = quiz_details.questions;
  await ana.ok(calls.submitQuiz, {
    ...{ result_id, time_spent: 40, submit_type: 'save' as const },
    quizResponse: [{ question_id: question!.id, answer_id: null, answer_text: 'vapor', time_spent: 3 }],
  });
  await tess.ok(authoring.saveQuiz, { item_id, version: 1, quiz: word(['vapor']) });
  await opened.signIn('tess');
  return { ...opened, tess, item_id, question_id: question!.id };
}

it('offers the regrade right after a corrected key is published, and begins it with that key', async () => {
  const { app, item_id, question_id, network } = await corrected();
  render(
    <AtRoute app={app} address={paths.quizForm(item_id)} path="/authenticated/content/writeQuiz/:value">
      <QuizEditorPage />
    </AtRoute>,
  );
  await screen.findByRole('textbox', { name: m.authoring_title() });
  expect(screen.queryByText(m.authoring_corrected()), 'a draft changes nothing').toBeNull();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(m.authoring_publish()) }));
  await screen.findByText(m.authoring_corrected());
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /Question 1 .* With a quiz: 1 scored answer/ });
  const address = new URL(link.href);
  expect(address.searchParams.get('class')).toBe(String(ids.class));
  const page = render(
    <AtRoute app={app} address={`${address.pathname}${address.search}`} path="/authenticated/autograde/scoring/:value">
      <ScoringPage />
    </AtRoute>,
  );
  const on = within(page.container);
  const field = await on.findByLabelText<HTMLTextAreaElement>(m.autograde_key_texts());
  expect(field.value).toBe('steam');
  fireEvent.click(on.getByRole('button', { name: m.autograde_corrected_key_take() }));
  expect(field.value).toBe('vapor');
  expect(on.queryByText(m.autograde_corrected_key())).toBeNull();
  fireEvent.click(on.getByRole('button', { name: m.autograde_who_changes() }));
  const apply = await screen.findByRole('button', { name: m.autograde_regrade_apply() });
  await waitFor(() => expect(apply.getAttribute('aria-disabled'), 'once the server has counted').toBeNull());
  fireEvent.click(apply);
  const { db } = network.backend;
  await waitFor(async () =>
    expect(await db.selectFrom('response').select('points').where('question_id', '=', question_id).execute()).toEqual([{ points: 1 }]),
  );
});

it('says nothing if the corrections cannot be loaded', async () => {
  const { app, item_id, network, tess } = await corrected();
  await tess.ok(authoring.publishQuiz, { item_id, version: 2 });
  network.hold(authoring.keyCorrections);
  render(
    <AtRoute app={app} address={paths.quizForm(item_id)} path="/authenticated/content/writeQuiz/:value">
      <QuizEditorPage />
    </AtRoute>,
  );
  await screen.findByRole('textbox', { name: m.authoring_title() });
  await network.fail(authoring.keyCorrections, { code: 500 });
  expect(screen.queryByText(m.authoring_corrected())).toBeNull();
});
