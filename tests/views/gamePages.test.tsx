// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { setLocale } from '../../src/paraglide/runtime.js';
import ViewReport from '../../src/views/classReports/viewReport.report.tsx';
import { viewReport } from '../../src/views/classReports/viewReport.screen.ts';
import { gameReport } from '../../src/views/quizGame/gameReport.screen.ts';
import { Ranking } from '../../src/views/quizGame/Ranking.tsx';
import ReportCardPage from '../../src/views/quizGame/ReportCardPage.tsx';
import { reportCard } from '../../src/views/quizGame/reportCard.screen.ts';
import TeacherExitTicketPage from '../../src/views/quizGame/TeacherExitTicketPage.tsx';
import TodaysWinnerPage from '../../src/views/quizGame/TodaysWinnerPage.tsx';
import { teacherExitTicket } from '../../src/views/quizGame/teacherExitTicket.screen.ts';
import { todaysWinner } from '../../src/views/quizGame/todaysWinner.screen.ts';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { playedGame } from './kit/playedGame.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
});

async function open(as: string, at: ScreenAddress, id: number, page: ReactElement) {
  await opened.signIn(as);
  render(
    <AtRoute app={opened.app} path={`/authenticated/${at.path}`} address={addressOf(at, id)}>
      {page}
    </AtRoute>,
  );
}

it('a report card tells the student what was asked, answered and right, with points as the language writes them', async () => {
  await open('ana', reportCard, await playedGame(opened.network.backend), <ReportCardPage />);
  await screen.findByRole('heading', { name: m.quizGame_report_of({ title: 'quiz' }) });
  shown(m.quizGame_place_of({ place: 1, count: 3, score: '1,000' }));
  shown(m.quizGame_points({ count: 1000, text: '1,000' }));
  shown(m.quizGame_you_chose({ answer: 'steam' }));
  shown(m.quizGame_right_is({ answer: 'steam' }));
  // The teacher never came to the second question.
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

it('a report card marks the terms of explanations', async () => {
  const { db } = opened.network.backend;
  await db.updateTable('question').set({ explanation_html: '<p>It has energy. Energy stays.</p>' }).execute();
  await open('ana', reportCard, await playedGame(opened.network.backend), <ReportCardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'energy' }));
  const definition = within(await screen.findByRole('dialog', { name: 'energy' }));
  definition.getByText('Qué significa energía.');
  expect(document.querySelectorAll('p button[aria-haspopup]')).toHaveLength(1);
});

it('a report card of a wrong answer says so, in Spanish, too', async () => {
  setLocale('es', { reload: false });
  await open('ben', reportCard, await playedGame(opened.network.backend), <ReportCardPage />);
  await screen.findByText(m.quizGame_wrong());
  shown(m.quizGame_you_chose({ answer: 'ice' }));
  setLocale('en', { reload: false });
});

it('an exit ticket groups the answers without names, and tells at the end which are right', async () => {
  await open('tess', teacherExitTicket, await playedGame(opened.network.backend, 'ticket'), <TeacherExitTicketPage />);
  const table = await screen.findByRole('table', { name: m.quizGame_ticket_caption() });
  // A header, and three options.
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  const steam = within(table).getByRole('rowheader', { name: 'steam' }).closest('tr') as HTMLElement;
  expect(within(steam).getByText('2')).toBeDefined();
  expect(within(steam).getByText(m.quizGame_yes())).toBeDefined();
  expect(document.body.textContent).not.toMatch(/ana P|ben P|Robin/);
});

it('the winners of today are those of the class', async () => {
  await playedGame(opened.network.backend);
  await open('ben', todaysWinner, ids.class, <TodaysWinnerPage />);
  const winners = await screen.findByRole('list', { name: m.quizGame_winners() });
  expect(
    within(winners)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`ana P. ${m.quizGame_points({ count: 1000, text: '1,000' })}`]);
});

it('the reports of a class list its games, which lead to their report cards', async () => {
  const game_id = await playedGame(opened.network.backend);
  const ticket = await playedGame(opened.network.backend, 'ticket');
  await open('tess', viewReport, ids.class, <ViewReport />);
  await screen.findByRole('heading', { level: 1 });
  const table = await screen.findByRole('table', { name: m.quizGame_ask() });
  const links = within(table)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toContain(addressOf(gameReport, game_id));
  expect(links).toContain(addressOf(teacherExitTicket, ticket));
});

it.each([
  ['en', ['Ana 5 points▲ up 2 places', 'Ben 4 points▼ down 1 place', 'Cal 3 points', 'Dan 2 points']],
  ['es', ['Ana 5 puntos▲ sube 2 lugares', 'Ben 4 puntos▼ baja 1 lugar', 'Cal 3 puntos', 'Dan 2 puntos']],
] as const)('the board says in %s who has moved, and nothing of those who stay or are new', async (locale, expected) => {
  await setLocale(locale, { reload: false });
  const ranked = [
    { name: 'Ana', score: 5, place: 1, moved: 2 },
    { name: 'Ben', score: 4, place: 2, moved: -1 },
    { name: 'Cal', score: 3, place: 3, moved: 0 },
    { name: 'Dan', score: 2, place: 4, moved: null },
  ];
  render(<Ranking label="Places" ranked={ranked} />);
  const lines = within(screen.getByRole('list', { name: 'Places' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual(expected);
  expect(lines.map(({ dataset }) => dataset.moved)).toEqual(['up', 'down', undefined, undefined]);
});
