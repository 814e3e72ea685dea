// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { ClassQuestions } from '../../src/views/classReports/ClassQuestions.tsx';
import { helpFrom, inNeed, needsOf } from '../../src/views/classReports/needsHelp.ts';
import ViewReport from '../../src/views/classReports/viewReport.report.tsx';
import { studentProgress } from '../../src/views/reports/studentProgress.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

describeReport(ViewReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [ids.class];
  },
  heading: m.classReports_reports_of({ name: 'Science 6, Period 2' }),
  figures: { [m.classReports_completed_of()]: '5 of 16', Late: '1', Missing: '1', [m.classReports_mean_score()]: '71%' },
  sections: {
    [m.classReports_ask_student()]: [
      ['Student', 'Completed', 'Missing', 'Score'],
      ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', '0 of 4', '1', '–'],
      ['Person, ana', '3 of 4', '0', '100%'],
      ['Person, ben', '2 of 4', '0', '42%'],
      ['Person, gus', '0 of 4', '0', '–'],
    ],
    [m.classReports_ask_questions()]: [
      ['Assessment', 'Lesson', 'From', m.classReports_mean_score()],
      ['quiz', 'In order', 'Dec 26, 2029', '58%'],
      ['quiz', 'In any order', 'Jan 11', '69%'],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

/** Opens the page of tess's class at an address. */
async function openAt(id: number, more: string) {
  const opened = await openScreen();
  await makeOddClass(opened.network.backend);
  await opened.signIn('tess');
  render(
    <AtRoute app={opened.app} address={addressOf(ViewReport.declaration, id) + more} path={`/authenticated/${ViewReport.declaration.path}`}>
      <ViewReport />
    </AtRoute>,
  );
}

it('names who needs help, with the reason and the period in the link, and goes to the question that was asked', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  await openAt(ids.class, `?assignment=${odd.due}#help`);
  await screen.findByRole('table', { name: m.classReports_ask_help() });
  expect(cellsOf(m.classReports_ask_help()).slice(1)).toEqual([['Person, ben', 'score 15%', '1 of 1', '0', '15%']]);
  const [link] = screen.getAllByRole('link', { name: 'Person, ben' });
  expect(link?.getAttribute('href')).toBe(`${addressOf(studentProgress, ids.class, ids.ben)}?assignment=${odd.due}`);
  expect(scroll.mock.contexts).toEqual([document.getElementById('help')]);
});

it('says so when nobody needs help, when nobody has worked yet, and when nothing was assigned', async () => {
  await openAt(ids.class, '');
  await screen.findByText(m.classReports_help_nobody());
  cleanup();
  await openAt(ids.class, `?assignment=${odd.again}`);
  await screen.findByText(m.classReports_help_few());
  cleanup();
  await openAt(odd.emptyClass, '');
  await screen.findByText(m.classReports_nothing());
});

it('is reached from the page of a class, by question, with the period', async () => {
  const opened = await openScreen();
  await opened.signIn('tess');
  render(
    <AtRoute app={opened.app} address="/authenticated/class?from=2030-01-01" path="/authenticated/class">
      <ClassQuestions group_puid={ids.class} />
    </AtRoute>,
  );
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const at = (place: string) => `${addressOf(ViewReport.declaration, ids.class)}?from=2030-01-01#${place}`;
  expect(links).toEqual([
    [m.classReports_ask_class(), at('class')],
    [m.classReports_ask_help(), at('help')],
    [m.classReports_ask_questions(), at('questions')],
    [m.progressMonitoring_ask_standards(), at('standards')],
    [m.progressMonitoring_ask(), at('growth')],
    [m.studentReports_ask_reading(), at('reading')],
    [m.glossary_ask(), at('terms')],
    [m.quizGame_ask(), at('games')],
    [m.classReports_ask_student(), at('student')],
  ]);
});

it('helps those first who miss most, then those with the lowest scores, and says why', () => {
  const student = (missing: number, score: number | null) => ({ missing, score });
  const { missing, score } = helpFrom;
  const all = [student(0, score), student(missing, 90), student(missing - 1, score - 1), student(missing + 1, null), student(missing, 0)];
  expect(inNeed(all)).toEqual([all[3], all[4], all[1], all[2]]);
  expect(all.map(needsOf)).toEqual([[], ['missing'], ['score'], ['missing'], ['missing', 'score']]);
});
