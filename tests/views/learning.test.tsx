// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import LearningPage from '../../src/views/library/LearningPage.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo, finishLesson, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

it('shows how far each class is with each assignment, and when it is due', async () => {
  const opened = await openScreen();
  const { backend } = opened.network;
  await keepResources(backend, ids.orderedLesson, ['reading']);
  const assigned = await assignTo(backend, ids.orderedLesson);
  await finishLesson(await backend.signIn('ana'), assigned);
  const undue = await assignTo(backend, ids.freeLesson);
  await backend.db
    .updateTable('group_assignment')
    .set({ to_date: null })
    .where('group_assignment_id', '=', undue.group_assignment_id)
    .execute();
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <LearningPage />
    </Around>,
  );
  const bars = await screen.findAllByRole('progressbar');
  const words = [
    `${m.library_learning_done({ done: 1, of: 2 })} · Jan 22`,
    `${m.library_learning_done({ done: 0, of: 2 })} · ${m.student_no_due_date()}`,
  ];
  expect(bars.map((bar) => bar.getAttribute('aria-valuetext'))).toEqual(words);
  for (const one of words) expect(screen.getByText(one)).toBeTruthy();
});
