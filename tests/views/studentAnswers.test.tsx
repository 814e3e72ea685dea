// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import studentReport from '../../src/views/reports/studentReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeReport } from './kit/describeReport.tsx';
import { answersHandedIn, handInQuiz } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(studentReport, {
  as: 'tess',
  prepare: async (backend) => [(await handInQuiz(backend)).group_assignment_id, ids.ana],
  heading: 'ana Person',
  figures: {
    [m.teacher_state()]: m.teacher_in_progress(),
    Done: '50%',
    Time: '0 min',
    [m.teacher_last_active()]: 'Tue, Jan 15, 9:00 AM',
  },
  sections: {
    [`quiz: ${m.reports_attempts()}`]: [
      [m.reports_attempt(), m.reports_result(), m.reports_begun(), m.reports_submitted_at(), 'Score', 'Time'],
      ['Attempt 1', 'Graded', 'Tue, Jan 15, 9:00 AM', 'Tue, Jan 15, 9:00 AM', '1 of 13', '1 min'],
    ],
    'quiz · Attempt 1: answers': answersHandedIn.map((row, at) => [
      ...row,
      at === 0 ? m.reports_why() : at === 4 ? m.quiz_reason_text_right() : '–',
    ]),
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student of another class': { as: 'tess', ids: [1, 1003] },
    'an administrator of another school': { as: 'dora' },
  },
});
