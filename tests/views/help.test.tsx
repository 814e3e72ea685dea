// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { help as calls } from '../../contract/help.ts';
import { m } from '../../src/paraglide/messages.js';
import { articleAddress, topicAddress } from '../../src/views/help/addresses.ts';
import ContentPage from '../../src/views/help/ContentPage.tsx';
import { helpContent } from '../../src/views/help/content.screen.ts';
import HomePage from '../../src/views/help/HomePage.tsx';
import { helpHome } from '../../src/views/help/home.screen.ts';
import SubhelpPage from '../../src/views/help/SubhelpPage.tsx';
import { helpTopic } from '../../src/views/help/subhelp.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

/** The help on a screen. */
const helpOn = (pathname: string) => `${addressOf(helpContent)}?page=${encodeURIComponent(pathname)}`;

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
});

async function open(address: string, as = 'ana') {
  await opened.signIn(as);
  return render(
    <AtAddress app={opened.app} address={address}>
      <Routes>
        <Route path={addressOf(helpHome)} element={<HomePage />} />
        <Route path={addressOf(helpTopic)} element={<SubhelpPage />} />
        <Route path={addressOf(helpContent)} element={<ContentPage />} />
        <Route path="*" element={null} />
      </Routes>
    </AtAddress>,
  );
}
const title = (text: string) => screen.findByRole('heading', { level: 1, name: text });

describe('the home of the help', () => {
  it('has the path of the first day in its order, and the topics of the role', async () => {
    await open(addressOf(helpHome), 'tess');
    const path = within((await screen.findByRole('heading', { name: m.help_first_day() })).closest('section') as HTMLElement);
    expect(path.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['find-your-way', 'your-classes', 'find-in-the-library', 'assign-a-lesson', 'watch-a-class-work'].map(articleAddress),
    );
    expect(screen.getByRole('link', { name: 'Results and grading' }).getAttribute('href')).toBe(topicAddress('results'));
    expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull();
  });

  it('searches all articles of the role, says how many fit, and keeps the words in the address', async () => {
    await open(addressOf(helpHome));
    await screen.findByText(m.help_topics());
    const search = (text: string) => {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
      fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
    };
    search('offlin');
    expect((await screen.findByRole('link', { name: 'Save a lesson for offline' })).getAttribute('href')).toBe(
      articleAddress('save-for-offline'),
    );
    expect(place.path).toBe(`${addressOf(helpHome)}?find=offlin`);
    search('xylophone');
    await screen.findByText(m.help_none({ words: 'xylophone' }));
  });
});

it('a topic lists its articles, and leads back', async () => {
  await open(topicAddress('your-work'));
  await title('Your lessons and quizzes');
  expect(screen.getByRole('link', { name: 'Take a quiz' }).getAttribute('href')).toBe(articleAddress('take-a-quiz'));
  expect(
    within(screen.getByRole('navigation', { name: m.ui_breadcrumbs() }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(addressOf(helpHome));
});

describe('an article', () => {
  it('names the buttons of the screens, shows pictures with their words, and leads on without a page load', async () => {
    await open(articleAddress('take-a-quiz'));
    await title('Take a quiz');
    const hand = await screen.findByText(m.quiz_hand_in(), { selector: 'strong' });
    expect(hand).toBeTruthy();
    const picture = screen.getByRole('img', { name: /four answers/ });
    expect(picture.getAttribute('src')).toMatch(/take-a-quiz-question\.en\.webp/);
    const link = screen.getByText(m.student_nav_results(), { selector: 'a strong' });
    expect(link.closest('a')?.getAttribute('href')).toBe(paths.studentReport);
    fireEvent.click(link);
    await waitFor(() => expect(place.path).toBe(paths.studentReport));
  });

  it('is the one of the screen from which it is asked', async () => {
    await open(helpOn(paths.studentReport));
    await title('Your results');
  });

  it('leads along the path of the first day', async () => {
    await open(articleAddress('work-through-a-lesson'));
    await screen.findByText(m.help_first_day_at({ at: 2, of: 3 }));
    fireEvent.click(screen.getByRole('link', { name: m.help_next({ title: 'Take a quiz' }) }));
    await title('Take a quiz');
  });

  it('that was read is there without a connection, and says that it may be old', async () => {
    const first = await open(articleAddress('explore'));
    await title('Explore on your own');
    first.unmount();
    opened.app.persistence()?.flush();
    opened.network.hold(calls.helpContent);
    await open(articleAddress('explore'));
    await opened.network.fail(calls.helpContent, { code: 0 });
    await title('Explore on your own');
    await waitFor(() => shown(m.common_may_be_old()));
  });

  it.each([
    ['that is for others', articleAddress('audit')],
    ['that does not exist', articleAddress('no-such-article')],
  ])('%s is not found', async (_, address) => {
    await open(address);
    await waitFor(() => shown(m.common_load_failed()));
  });

  it.each([addressOf(helpContent), addressOf(helpTopic), helpOn('/authenticated/nowhere')])(
    'without a name the address %s leads to the home of the help',
    async (address) => {
      await open(address);
      await screen.findByText(m.help_topics());
    },
  );
});
