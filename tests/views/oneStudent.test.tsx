// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import OneStudentPage from '../../src/views/autograde/OneStudentPage.tsx';
import { gradeStudent } from '../../src/views/autograde/oneStudent.screen.ts';
import { gradeQuestions } from '../../src/views/autograde/questions.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { question_index } from './kit/comments.ts';
import { TestDevice } from './kit/device.ts';
import { itemId, prepareComment } from './kit/feedbackPage.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

async function open() {
  const opened = await openScreen();
  const result = await prepareComment(opened);
  const device = new TestDevice();
  render(
    <AtRoute
      app={{ ...opened.app, device: async () => device }}
      address={addressOf(gradeStudent, itemId, ResourceType.quiz, result)}
      path={`/authenticated/${gradeStudent.path}`}
    >
      <OneStudentPage />
    </AtRoute>,
  );
  const list = await screen.findByRole('listbox');
  const given = async () =>
    (
      await opened.network.backend.db
        .selectFrom('response_comment')
        .select(['score', 'user_puid'])
        .where('result_id', '=', result)
        .where('score', 'is not', null)
        .orderBy('created_at')
        .orderBy('comment_id')
        .execute()
    ).map(({ score, user_puid }) => [score, user_puid]);
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  const goTo = async (index: number) => {
    fireEvent.click(screen.getAllByRole('option')[index] as HTMLElement);
    await screen.findByRole('button', { name: m.autograde_give({ points: '0' }) });
  };
  return { ...opened, result, list, given, selected, goTo };
}

it('is graded with the keys of the list, question after question, without a name', async () => {
  const { list, given, selected, goTo } = await open();
  expect(screen.queryByText(/ana Person/)).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: m.autograde_show_names() }));
  await screen.findByRole('heading', { level: 1, name: /ana Person/ });
  await goTo(question_index);
  expect(selected()).toContain(m.autograde_question({ number: question_index + 1 }));
  fireEvent.keyDown(list, { key: 'f' });
  await waitFor(async () => expect(await given()).toEqual([[1, ids.tess]]));
  await waitFor(() => expect(screen.getAllByRole('option')[question_index]?.textContent).toContain('1 of 1'));
  await goTo(0);
  fireEvent.keyDown(list, { key: '0' });
  await waitFor(async () =>
    expect(await given()).toEqual([
      [1, ids.tess],
      [0, ids.tess],
    ]),
  );
  expect(screen.getAllByRole('option')[question_index]?.textContent, 'the answer before').toContain('1 of 1');
});

it('asks for the answers once to open, and again for each question, so that it shows what colleagues graded since', async () => {
  const { network, goTo } = await open();
  await screen.findByRole('button', { name: m.autograde_give({ points: '0' }) });
  expect(network.made(autograde.studentResponses)).toHaveLength(1);
  await goTo(question_index);
  expect(network.made(autograde.studentResponses)).toHaveLength(2);
});

it('shows the score of a colleague who was faster, and keeps it', async () => {
  const { network, list, given, goTo, result } = await open();
  await goTo(question_index);
  const sue = await network.backend.signIn('sue');
  await sue.ok(autograde.submitUserFeedback, {
    ...{ result_id: result, user_puid: ids.sue, question_index, user_feedback: '', user_score: 0.5 },
  });
  fireEvent.keyDown(list, { key: 'f' });
  fireEvent.click(await screen.findByRole('button', { name: m.autograde_conflict_keep({ theirs: '0.5' }) }));
  await waitFor(() => expect(screen.getAllByRole('option')[question_index]?.textContent).toContain('0.5 of 1'));
  expect(await given()).toEqual([[0.5, ids.sue]]);
});

it('insists on a score for the question that it was given for, although another one is open by now', async () => {
  const { network, list, goTo, result } = await open();
  await goTo(question_index);
  const sue = await network.backend.signIn('sue');
  await sue.ok(autograde.submitUserFeedback, {
    ...{ result_id: result, user_puid: ids.sue, question_index, user_feedback: '', user_score: 0.5 },
  });
  fireEvent.keyDown(list, { key: 'f' });
  await goTo(0);
  const notice = (await screen.findByText(m.autograde_conflict_title())).closest<HTMLElement>('[data-tone=warning]') as HTMLElement;
  expect(notice.textContent).toContain(`${m.autograde_question({ number: question_index + 1 })}.`);
  // The button of the open answer has the same name.
  fireEvent.click(within(notice).getByRole('button', { name: m.autograde_conflict_mine({ mine: '1' }) }));
  const scores = () =>
    network.backend.db
      .selectFrom('response_comment as c')
      .select(['c.question_id', 'c.score', 'c.user_puid'])
      .where('c.result_id', '=', result)
      .where('c.score', 'is not', null)
      .orderBy('c.created_at')
      .orderBy('c.comment_id')
      .execute();
  await waitFor(async () =>
    expect((await scores()).map(({ score, user_puid }) => [score, user_puid])).toEqual([
      [0.5, ids.sue],
      [1, ids.tess],
    ]),
  );
  expect(new Set((await scores()).map(({ question_id }) => question_id)).size).toBe(1);
  expect(screen.queryByRole('button', { name: m.autograde_conflict_keep({ theirs: '0.5' }) })).toBeNull();
});

it('leads to another student of the class, and back to grading by question', async () => {
  await open();
  expect(screen.getByRole('link', { name: m.autograde_by_question() }).getAttribute('href')).toBe(
    addressOf(gradeQuestions, itemId, ResourceType.quiz),
  );
  const names = async () => {
    fireEvent.click(screen.getByRole('switch', { name: m.autograde_show_names() }));
    return (await screen.findByRole('heading', { level: 1, name: /: all answers/ })).textContent;
  };
  const seen = [await names()];
  const turn = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('heading', { level: 1, name: m.autograde_one_student() });
    await screen.findByRole('listbox');
    seen.push(await names());
  };
  await screen.findByRole('button', { name: m.autograde_next_student() });
  // Ana has submitted the quiz in two assignments.
  while (new Set(seen).size < 2) await turn(m.autograde_next_student());
  await screen.findByRole('button', { name: m.autograde_previous_student() });
  await turn(m.autograde_previous_student());
  expect(seen.at(-1)).toBe(seen[0]);
});
