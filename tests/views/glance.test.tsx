// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { reports } from '../../contract/reports.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import assignmentResult from '../../src/views/reports/assignmentResult.report.tsx';
import { findingsOf } from '../../src/views/reports/findings.ts';
import { addressOf } from '../../src/views/screen.ts';
import { groupItems } from '../../src/views/usageReports/groupItems.screen.ts';
import { answered, makeAnsweredQuiz } from '../server/answeredQuiz.ts';
import { ids, quiz_id, schoolServer } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

/** Shapes as letters: right, partly, wrong, blank, not asked or not submitted. */
const marks: Record<string, string> = { full: 'R', half: 'P', cross: 'W', empty: 'b', dash: '-' };
const wrongKey = m.reports_found_key({ question: m.reports_found_question_of({ number: 1, title: 'quiz' }), option: '“ice”' });

async function open(prepare: (backend: TestServer) => Promise<void>, group_assignment_id: number, search = '') {
  const { app, network, signIn } = await openScreen();
  await prepare(network.backend);
  await signIn('tess');
  const address = addressOf(assignmentResult.declaration, ids.freeLesson, ids.class, group_assignment_id);
  const Page = assignmentResult;
  render(
    <AtRoute app={app} address={address + search} path={`/authenticated/${assignmentResult.declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  const grid = await screen.findByRole('grid', { name: m.reports_glance() });
  const rows = [...grid.querySelectorAll('tr')].map((row) => [...row.children]);
  const shapes = rows
    .slice(1)
    .map((cells) => cells.map((cell) => cell.querySelector('svg')?.getAttribute('data-shape') ?? cell.textContent));
  return { grid, rows, shapes };
}

describe('the answers of an assignment at a glance', () => {
  it('say what stands out, put the best students and the easiest questions first, and lead to answers and questions', async () => {
    const { rows, shapes } = await open(makeAnsweredQuiz, answered.assignment);
    shown(wrongKey);
    // Everybody was right in the third question, hardly anybody in the fourth.
    const asked = ['Q2.3', 'Q2.2', 'Q2.5', 'Q2.6', 'Q2.1', 'Q2.4', 'Q2.7', 'Q2.8'];
    expect(rows[0]?.map(({ textContent }) => textContent)).toEqual(['Student', m.reports_points(), ...asked, 'Q1.1', 'Q3.1', 'Q3.2']);
    const none = ['dash', 'dash', 'dash'];
    expect(shapes[0]).toEqual(['Person, ana', '8 of 13', 'full', 'full', 'full', 'full', 'cross', 'full', 'empty', 'empty', ...none]);
    expect(
      shapes.map(([, , ...cells]) =>
        cells
          .slice(0, 8)
          .map((shape) => marks[String(shape)])
          .join(''),
      ),
    ).toEqual([
      ...['RRRRWRbb', 'RRRRWWbb', 'RRWRWRbb', 'RPRbRWbb', 'RRWRWWbb', 'RRRbWWbb', 'RPRbWWbb', 'RWWbRWbb'],
      // He was given four questions.
      'RW--RW--',
      ...['RWWbRWbb', 'RPWbWWbb', 'RPWbWWbb'],
    ]);
    const [name, , , first] = rows[1] ?? [];
    expect(name?.querySelector('a')?.getAttribute('href')).toBe(paths.studentAnswers(answered.assignment, ids.ana));
    expect(first?.querySelector('a')?.getAttribute('href')).toBe(`${paths.studentAnswers(answered.assignment, ids.ana)}#${quiz_id}`);
    const heads = rows[0]?.map((cell) => cell.querySelector('a')?.getAttribute('href') ?? null);
    expect(heads?.[2]).toBe(`${addressOf(groupItems, ids.class)}?quiz=${quiz_id}`);
  });

  it('show what waits for points, what was left blank and what was not submitted, as in the class list', async () => {
    const { shapes } = await open(makeOddClass, odd.unscored, `?glance.responses.order=declared`);
    const none = Array(11).fill('dash');
    expect(shapes).toEqual([
      ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', '–', ...none],
      ['Person, ana', '4 of 12', 'dash', ...['full', 'full', 'full', 'clock', 'empty', 'empty', 'empty', 'empty'], 'dash', 'dash'],
      ['Person, ben', '9 of 13', 'dash', ...['full', 'full', 'full', 'full', 'full', 'full', 'empty', 'empty'], 'dash', 'dash'],
      ['Person, gus', '–', ...none],
    ]);
    shown(m.reports_found_few({ count: 5 }));
  });
});

describe('what stands out', () => {
  let statistics: Awaited<ReturnType<typeof load>>;
  const load = async () => {
    const [server, tess] = await schoolServer('tess');
    await makeAnsweredQuiz(server);
    return tess.ok(reports.quizStatistics, { group_assignment_id: answered.assignment });
  };
  beforeEach(async () => {
    statistics ??= await load();
  });

  it('names the three most urgent questions, with their quiz if there are several', () => {
    const hard = (number: number) =>
      m.reports_found({ question: m.reports_found_question_of({ number, title: 'quiz' }), text: m.usageReports_flag_hard() });
    expect(findingsOf(statistics, 'en')).toEqual([wrongKey, hard(7), hard(8)]);
    const quiz = statistics.find((one) => one.quiz_id === quiz_id);
    if (!quiz) throw new Error('There is no quiz.');
    expect(findingsOf([quiz, { ...quiz, title: 'second' }], 'en')[1]).toContain('second');
  });

  it('says so if nothing stands out', () => {
    const easy = statistics.map((quiz) => ({ ...quiz, items: quiz.items.filter(({ facility }) => facility === 1) }));
    expect(findingsOf(easy, 'en')).toEqual([m.reports_found_nothing()]);
  });
});
