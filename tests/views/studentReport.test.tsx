// @vitest-environment jsdom

import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { reportCard } from '../../src/views/quizGame/reportCard.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import ReportPage from '../../src/views/student/ReportPage.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { minutes } from '../server/testServer.ts';
import { countedGame } from './kit/countedGame.ts';
import { describeReport } from './kit/describeReport.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(ReportPage, {
  as: 'ana',
  prepare: async (backend) => {
    const { db } = backend;
    await db.updateTable('lesson').set({ enforce_order: 0 }).execute();
    for (const [lesson_id, score] of [
      [ids.freeLesson, 6.5],
      [ids.orderedLesson, 13],
    ] as const) {
      await assignTo(backend, lesson_id);
      const ana = await backend.signIn('ana');
      const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
      await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
      await db.updateTable('attempt').set({ state: 'released', score }).where('result_id', '=', result_id).execute();
      backend.clock.now += minutes(24 * 60);
    }
    await countedGame(backend);
    return [];
  },
  heading: m.student_report_title(),
  table: [
    [m.student_quiz(), m.student_lesson(), m.student_class(), m.student_handed_in(), m.student_score_column(), m.student_share_column()],
    ['quiz', m.student_game(), 'Science 6, Period 2', 'Jan 17', '1 of 1', '100%'],
    ['quiz', 'In order', 'Science 6, Period 2', 'Jan 16', '13 of 13', '100%'],
    ['quiz', 'In any order', 'Science 6, Period 2', 'Jan 15', '6.5 of 13', '50%'],
  ],
  leadsTo: (results) => {
    const last = results.findLast((one) => one.kind === 'game');
    return addressOf(reportCard, last?.game_id ?? 0);
  },
  refused: {},
});
