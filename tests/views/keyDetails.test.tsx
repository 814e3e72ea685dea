// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizEditorPage from '../../src/views/authoring/QuizEditorPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { authored, ownQuiz } from '../server/ownQuiz.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { pauseWriting } from './kit/pauseWriting.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The form of a quiz of tess's with one question, which is open. Returns what waits until the server has the question so. */
async function editing(question: ReturnType<typeof authored>) {
  const clock = new SimulatedClock();
  const { app, network, signIn } = await openScreen({ clock });
  const tess = await network.backend.signIn('tess');
  const { item_id } = await tess.ok(authoring.createQuiz, { creation_key: 'first', quiz: ownQuiz({ questions: [question] }) });
  await signIn('tess');
  render(
    <AtRoute app={app} address={paths.quizForm(item_id)} path="/authenticated/content/writeQuiz/:value">
      <QuizEditorPage />
    </AtRoute>,
  );
  fireEvent.click(await screen.findByRole('button', { name: m.authoring_open({ number: 1 }) }));
  return async (question: object) => {
    pauseWriting(clock);
    await waitFor(async () => expect((await tess.ok(authoring.authoredQuiz, { item_id })).quiz.questions[0]).toMatchObject(question));
  };
}

it('asks for ideas of an answer that a person scores, and says what one lacks', async () => {
  const saved = await editing(authored('open', 'short_text', { is_scored_by_person: true, example: 'It is steam.' }));
  fireEvent.click(await screen.findByRole('button', { name: m.autograde_idea_add() }));
  type(m.autograde_idea_name({ number: 1 }), 'Steam');
  type(m.autograde_idea_points({ number: 1 }), '0.5');
  fireEvent.click(screen.getByRole('button', { name: new RegExp(m.authoring_publish()) }));
  expect((await screen.findAllByText(m.authoring_problem_idea_ways())).length).toBeGreaterThan(0);
  type(m.autograde_idea_ways({ number: 1 }), 'steam\nvapor');
  await saved({ ideas: [{ name: 'Steam', points: '0.5', ways: 'steam\nvapor' }] });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_idea_remove({ number: 1 }) }));
  expect(screen.queryByLabelText(m.autograde_idea_name({ number: 1 }))).toBeNull();
});

it('asks for significant figures of a number, and what others cost only then', async () => {
  const saved = await editing(authored('number', 'numeric', { value: '1.5' }));
  await screen.findByLabelText(m.authoring_figures());
  expect(screen.queryByLabelText(m.authoring_figures_cost())).toBeNull();
  type(m.authoring_figures(), '2');
  type(m.authoring_figures_cost(), '25');
  await saved({ figures: 2, figures_cost: 25 });
});
