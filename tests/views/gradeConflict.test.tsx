// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { question_index } from './kit/comments.ts';
import { TestDevice } from './kit/device.ts';
import { gradingPage, itemId, prepareComment } from './kit/feedbackPage.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let device: TestDevice;
const wanted = { item_id: itemId, itemtype_id: ResourceType.quiz, question_index };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The four answers are the same, so that they are one conflict. */
const title = m.autograde_conflict_titles({ count: 4 });

/** Scores that people gave, oldest first. */
const scores = () =>
  opened.network.backend.db
    .selectFrom('response_comment')
    .select(['user_puid', 'score'])
    .where('score', 'is not', null)
    .orderBy('created_at')
    .orderBy('comment_id')
    .execute();

// Tess has the answers on the screen while her colleague scores them all.
beforeEach(async () => {
  opened = await openScreen();
  await prepareComment(opened);
  device = new TestDevice();
  render(gradingPage(opened, device));
  await screen.findByRole('listbox');
  const sue = await opened.network.backend.signIn('sue');
  const answers = await sue.ok(autograde.questionResponses, { ...wanted, user_puid: ids.sue, district_id: ids.district });
  await sue.ok(autograde.scoreResponses, {
    ...{ ...wanted, user_puid: ids.sue, grading_key: 'score-of-sue', score: 1, user_feedback: '', feedback_translation: '' },
    ...{ feedback_language: null, place: null },
    responses: answers.map(({ result_id }) => ({ result_id, seen_grade_id: null })),
  });
  press(m.autograde_give({ points: '0' }));
  await screen.findByText(title);
});

it('of two teachers is shown, and the first score stays unless the second one insists', async () => {
  const first = await scores();
  expect(new Set(first.map(({ user_puid, score }) => `${user_puid} ${score}`))).toEqual(new Set([`${ids.sue} 1`]));
  expect(first).toHaveLength(4);
  screen.getByText(/has given 1 in the meantime\. You gave 0\./);
  // The button of the answer itself has the same name.
  fireEvent.click(screen.getAllByRole('button', { name: m.autograde_conflict_mine({ mine: '0' }) })[0] as HTMLElement);
  await waitFor(async () => expect((await scores()).slice(4)).toEqual(Array(4).fill({ user_puid: ids.tess, score: 0 })));
  expect(screen.queryByText(title)).toBeNull();
});

it('is over once the teacher keeps the first score', async () => {
  const first = await scores();
  press(m.autograde_conflict_keep({ theirs: '1' }));
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  expect(await scores()).toEqual(first);
});

/** The page, loaded anew. */
const reload = async () => {
  await waitFor(() => expect([...device.items.keys()].filter((key) => key.startsWith('grading/'))).toEqual([]));
  cleanup();
  render(gradingPage(opened, device));
  await screen.findByRole('listbox');
};
const settled = () => waitFor(() => expect(device.items.size).toBe(0));

it('is there again after a reload, until the teacher keeps the first score', async () => {
  await reload();
  await screen.findByText(title);
  press(m.autograde_conflict_keep({ theirs: '1' }));
  await settled();
  await reload();
  expect(screen.queryByText(title)).toBeNull();
});

it('is there again after a reload, and over once the second score has arrived', async () => {
  await reload();
  await screen.findByText(title);
  fireEvent.click(screen.getAllByRole('button', { name: m.autograde_conflict_mine({ mine: '0' }) })[0] as HTMLElement);
  await settled();
  expect((await scores()).slice(4)).toEqual(Array(4).fill({ user_puid: ids.tess, score: 0 }));
  await reload();
  expect(screen.queryByText(title)).toBeNull();
});

it('is not shown again where the device keeps something that is no conflict', async () => {
  for (const key of device.items.keys()) device.items.set(key, { resultId: 'x' });
  await reload();
  expect(screen.queryByText(title)).toBeNull();
});
