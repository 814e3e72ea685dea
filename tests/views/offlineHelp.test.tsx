// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import type { HelpContent } from '../../contract/help.ts';
import { m } from '../../src/paraglide/messages.js';
import { helpArticleSlice } from '../../src/services/kit/slices/help.ts';
import OfflineHelp from '../../src/views/help/OfflineHelp.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const owner = '1.1001';
const articleOf = (article_id: string, title: string, html: string): HelpContent => ({
  ...{ article_id, title, summary: `${title}, in short.`, html },
  ...{ topic: { topic_id: 'start', title: 'Start' }, related: [], first_day: null },
});
const keep = (article: HelpContent, of = owner, language_id: number = Language.english, more = {}) =>
  localStorage.setItem(
    `orrery.slice.${of}.${helpArticleSlice(language_id, article.article_id).name}`,
    JSON.stringify({ v: 1, savedAt: 1, user: of, data: article, ...more }),
  );
const first = articleOf(
  'your-home',
  'Your home',
  '<p>See <a href="article:your-results">results</a> and <a href="article:grading">grading</a>.</p>',
);

beforeEach(() => localStorage.clear());
const open = async () => {
  const { app } = await openScreen();
  return render(
    <Around app={app}>
      <OfflineHelp owner={owner} />
    </Around>,
  );
};

it('lists what this user has read in this language, and leads from one article to another', async () => {
  keep(first);
  keep(articleOf('your-results', 'Your results', '<p>Points and comments.</p>'));
  keep(articleOf('your-work', 'Tu trabajo', '<p>x</p>'), owner, Language.spanish);
  keep(articleOf('roster', 'Rosters', '<p>x</p>'), '1.10011');
  keep(articleOf('old', 'Of another version', '<p>x</p>'), owner, Language.english, { v: 9 });
  await open();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Your home', 'Your results']);
  fireEvent.click(screen.getByRole('button', { name: 'Your home' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your home' });
  fireEvent.click(await within(dialog).findByRole('link', { name: 'grading' }));
  await within(dialog).findByText(m.help_offline_missing());
  fireEvent.click(within(dialog).getByRole('link', { name: 'results' }));
  const next = await screen.findByRole('dialog', { name: 'Your results' });
  await within(next).findByText('Points and comments.');
  expect(within(next).queryByText(m.help_offline_missing())).toBeNull();
  fireEvent.keyDown(next, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows nothing where nothing was read', async () => {
  const { container } = await open();
  expect(container.textContent).toBe('');
});
