// @vitest-environment jsdom

import { describe } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import studentStandardsReport from '../../src/views/progressMonitoring/studentStandardsReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { firstMeasure, makeMeasuredClass } from '../server/measuredClass.ts';
import { odd } from '../server/oddClass.ts';
import { countedGame } from './kit/countedGame.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describe('a game that counts', () => {
  describeReport(studentStandardsReport, {
    as: 'tess',
    prepare: async (backend) => {
      await backend.db.updateTable('question').set({ standards: '["MS-PS1-4"]' }).execute();
      await countedGame(backend);
      return [ids.class, ids.ben];
    },
    heading: m.progressMonitoring_student_items_of({ name: 'Person, ben' }),
    table: [
      ['Question', 'Standards', 'Assessment', m.progressMonitoring_submitted(), 'Points', 'Answer', m.reports_key()],
      ['A single_choice question', 'MS-PS1-4', m.classReports_game_of({ title: 'quiz' }), 'Jan 15', '0 of 1', 'ice', 'steam'],
    ],
    refused: { 'a teacher of another class': { as: 'tom' } },
  });
});

describeReport(studentStandardsReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class, odd.long];
  },
  heading: m.progressMonitoring_student_items_of({ name: 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción' }),
  table: [
    ['Question', 'Standards', 'Assessment', m.progressMonitoring_submitted(), 'Points', 'Answer', m.reports_key()],
    ['A single_choice question', 'MS-PS1-4', 'quiz', 'Dec 12, 2029', '1 of 1', 'steam', 'steam'],
    ['A multiple_choice question', 'MS-PS1-4, MS-PS3-3', 'quiz', 'Dec 12, 2029', '2 of 2', 'gold; iron', 'gold; iron'],
    ['A true_false question', 'MS-PS1-4', 'quiz', 'Dec 12, 2029', '1 of 1', 'False', 'False'],
    ['A short_text question', 'MS-PS3-3', 'quiz', 'Dec 12, 2029', '1 of 1', 'a', 'Evaporation'],
    ['A numeric question', 'MS-PS3-3', 'quiz', 'Dec 12, 2029', '1 of 1', 'a', '150 kPa'],
    ['A ordering question', 'MS-LS1-1', 'quiz', 'Dec 12, 2029', '1 of 3', 'first → second → third', 'first → second → third'],
    ['A matching question', '–', 'quiz', 'Dec 12, 2029', '0 of 2', 'skipped', 'Solid: rows; Gas: apart'],
    ['A label_diagram question', '–', 'quiz', 'Dec 12, 2029', '0 of 2', 'skipped', '1: heart; 2: lung'],
    ['A single_choice question', 'MS-PS1-4', 'quiz', 'Nov 21, 2029', '1 of 1', 'steam', 'steam'],
    ['A multiple_choice question', 'MS-PS1-4, MS-PS3-3', 'quiz', 'Nov 21, 2029', '2 of 2', 'gold; iron', 'gold; iron'],
    ['A true_false question', 'MS-PS1-4', 'quiz', 'Nov 21, 2029', '1 of 1', 'False', 'False'],
    ['A short_text question', 'MS-PS3-3', 'quiz', 'Nov 21, 2029', '1 of 1', 'a', 'Evaporation'],
    ['A numeric question', 'MS-PS3-3', 'quiz', 'Nov 21, 2029', '1 of 1', 'a', '150 kPa'],
    ['A ordering question', 'MS-LS1-1', 'quiz', 'Nov 21, 2029', '0 of 3', 'skipped', 'first → second → third'],
    ['A matching question', '–', 'quiz', 'Nov 21, 2029', '0 of 2', 'skipped', 'Solid: rows; Gas: apart'],
    ['A label_diagram question', '–', 'quiz', 'Nov 21, 2029', '0 of 2', 'skipped', '1: heart; 2: lung'],
  ],
  leadsTo: () => paths.studentAnswers(firstMeasure + 5, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
