// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import gameReport from '../../src/views/quizGame/gameReport.report.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { playedGame } from './kit/playedGame.ts';

installNetwork();

describeReport(gameReport, {
  as: 'tess',
  prepare: async (backend) => [await playedGame(backend)],
  heading: m.quizGame_report_of({ title: 'quiz' }),
  figures: { [m.quizGame_played()]: '2', [m.quizGame_guest_count()]: '1', [m.quizGame_questions()]: '2', [m.quizGame_date()]: 'Jan 15' },
  table: [
    ['No.', 'Question', 'Answers', 'Right', m.quizGame_trap(), 'Misconception', 'Skipped'],
    ['1', 'A single_choice question', '3', '67%', 'ice', 'MISCONCEPTION ice', 'No'],
    ['2', 'A true_false question', '0', '–', '–', '–', 'No'],
  ],
  sections: {
    [m.quizGame_by_misconception()]: [
      ['Misconception', m.quizGame_times_chosen(), m.quizGame_in_questions(), m.quizGame_chosen_answers()],
      ['MISCONCEPTION ice', '1', '1', 'ice'],
    ],
    [m.quizGame_by_student()]: [
      ['Name', 'Place', 'Points', 'Answers', 'Right'],
      ['ana P.', '1', '1,000', '1', '100%'],
      ['ben P.', '2', '0', '1', '0%'],
    ],
  },
  refused: {
    'a colleague': { as: 'tom' },
    'an administrator of another district': { as: 'dora' },
  },
});
