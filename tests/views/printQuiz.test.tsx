// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Question } from '../../contract/quiz.ts';
import { m } from '../../src/paraglide/messages.js';
import PrintQuizWithKeyPage from '../../src/views/library/PrintQuizWithKeyPage.tsx';
import { versionOf } from '../../src/views/library/paperVersions.ts';
import { paths } from '../../src/views/paths.ts';
import { ownQuiz } from '../server/ownQuiz.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const question = (id: number, question_type: Question['question_type'], options: readonly number[]): Question => ({
  ...{ id, question_type, question_text: `Question ${id}`, diagram: null, points: 1, unit: null, targets: [] },
  answer_options: options.map((option) => ({ id: option, answer_text: `Option ${option}` })),
});
const optionsOf = ({ answer_options }: Question) => answer_options.map(({ id }) => id);

describe('versions of a sheet', () => {
  it.each([2, 3, 4, 9])('have no two of %i questions or options in the same place, and all of them', (count) => {
    const ids = Array.from({ length: count }, (_, at) => ((at + 1) * 7) % 23);
    const sheet = ids.map((id) => question(id, 'single_choice', ids));
    const [a, b] = [versionOf(sheet, 'a'), versionOf(sheet, 'b')];
    for (const one of [a, b]) expect(one.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual(ids.toSorted((x, y) => x - y));
    for (const [at, { id }] of a.entries()) {
      expect(b[at]?.id).not.toBe(id);
      const [first, second] = [a, b].map((one) => optionsOf(one.find((same) => same.id === id) as Question)) as [number[], number[]];
      expect(second.toSorted()).toEqual(first.toSorted());
      expect(first.some((option, place) => second[place] === option)).toBe(false);
    }
  });
  it('do not depend on the order in which the questions come', () => {
    const sheet = [3, 1, 2].map((id) => question(id, 'multiple_choice', [6, 5, 4]));
    expect(versionOf(sheet.toReversed(), 'b')).toEqual(versionOf(sheet, 'b'));
  });
  it('leave true before false', () => {
    for (const version of ['a', 'b'] as const)
      expect(versionOf([question(1, 'true_false', [9, 8])], version).map(optionsOf)).toEqual([[9, 8]]);
  });
  it.each([
    ['ordering', [4, 5, 6], [4, 5, 6]],
    ['ordering', [4, 5, 6], [5, 6, 4]],
    ['matching', [4, 5, 6], [4, 5]],
    ['matching', [4, 5, 6], [5, 6]],
  ] as const)('give no %s of %j away, whose key is %j', (type, options, correct_option_ids) => {
    const sheet = [{ ...question(2, type, options), correct_option_ids: [...correct_option_ids] }];
    for (const version of ['a', 'b'] as const) {
      const shown = versionOf(sheet, version).flatMap(optionsOf);
      expect(shown.slice(0, correct_option_ids.length)).not.toEqual(correct_option_ids);
      expect(shown.toSorted()).toEqual(options);
    }
  });
});

it('prints two versions of a quiz, each with its key', async () => {
  const opened = await openScreen();
  const tess = await opened.network.backend.signIn('tess');
  const { item_id } = await tess.ok(calls.createQuiz, { creation_key: 'first', quiz: ownQuiz() });
  await tess.ok(calls.publishQuiz, { item_id, version: 1 });
  await opened.signIn('tess');
  render(
    <AtRoute app={opened.app} address={paths.printSheet(item_id)} path="/authenticated/content/printQuiz/:value">
      <PrintQuizWithKeyPage />
    </AtRoute>,
  );
  const title = ownQuiz().title;
  const texts = () => [...document.querySelectorAll('article > ol > li')].map((one) => one.textContent);
  /** The letter of the right answer of the choice, on the key. */
  const rightLetter = () => {
    const right = within(screen.getByRole('article')).getByText('steam', { exact: false }).closest('li')?.textContent ?? '';
    expect(right).toContain(m.library_print_right().trim());
    return right[0];
  };
  await screen.findByRole('heading', { level: 2, name: title });
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  const seen = [texts()];
  const letters = [];
  for (const version of ['A', 'B']) {
    choose(version);
    await screen.findByRole('heading', { level: 2, name: m.library_print_version_of({ title, version }) });
    seen.push(texts());
    choose(m.library_print_with_key());
    const name = m.library_print_key_of({ title: m.library_print_version_of({ title, version }) });
    await screen.findByRole('heading', { level: 2, name });
    letters.push(rightLetter());
    choose(m.library_print_students());
    await screen.findByRole('heading', { level: 2, name: m.library_print_version_of({ title, version }) });
  }
  expect(new Set(seen.map((one) => one.join())).size).toBe(3);
  expect(letters[0]).not.toBe(letters[1]);
});
