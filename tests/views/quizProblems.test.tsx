// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import QuizEditorPage from '../../src/views/authoring/QuizEditorPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

it('says the first thing that each question lacks, and leads to it', async () => {
  const opened = await openScreen();
  await opened.signIn('tess');
  render(
    <AtRoute app={opened.app} address={paths.quizForm()} path="/authenticated/content/writeQuiz/:value">
      <QuizEditorPage />
    </AtRoute>,
  );
  await screen.findByRole('textbox', { name: m.authoring_title() });
  fireEvent.click(screen.getByRole('button', { name: m.authoring_publish() }));
  const notice = await screen.findByText(m.authoring_incomplete({ count: 5 }), { selector: '[data-focus] *' });
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
  expect(document.activeElement?.textContent).toContain(m.authoring_problem_title());
  fireEvent.click(screen.getByRole('button', { name: m.authoring_problem_at({ number: 1, problem: m.authoring_problem_text() }) }));
  // The static text gets the focus first and hands it to the editor, which is another element.
  await waitFor(() => {
    const text = screen.getByRole('textbox', { name: m.authoring_text() });
    expect(text.getAttribute('contenteditable')).toBe('true');
    expect(document.activeElement).toBe(text);
  });
});
