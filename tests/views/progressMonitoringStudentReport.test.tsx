// @vitest-environment jsdom

import { describe } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import progressMonitoringStudentReport from '../../src/views/progressMonitoring/progressMonitoringStudentReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeMeasuredClass } from '../server/measuredClass.ts';
import { odd } from '../server/oddClass.ts';
import { countedGame } from './kit/countedGame.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describe('a game that counts', () => {
  describeReport(progressMonitoringStudentReport, {
    as: 'tess',
    prepare: async (backend) => {
      await backend.db.updateTable('question').set({ standards: '["MS-PS1-4"]' }).execute();
      await countedGame(backend);
      return [ids.class, ids.ana];
    },
    heading: m.progressMonitoring_of({ name: 'Person, ana' }),
    figures: {
      [m.progressMonitoring_results()]: '1',
      [m.progressMonitoring_own_mean()]: '100%',
      [m.progressMonitoring_growth()]: m.reports_not_enough(),
      [m.progressMonitoring_class_growth()]: m.reports_not_enough(),
    },
    sections: {
      [m.progressMonitoring_over_time()]: [
        ['Assessment', 'Lesson', m.progressMonitoring_submitted(), 'Score', 'Trend', m.progressMonitoring_mean(), 'Median'],
        [m.classReports_game_of({ title: 'quiz' }), '–', 'Jan 15', '100%', ...Array<string>(3).fill(m.reports_not_enough())],
      ],
      [m.progressMonitoring_standards()]: [
        [
          ...['Standard', m.progressMonitoring_description(), 'Questions', m.progressMonitoring_assessments(), 'Score', 'Class'],
          ...[m.progressMonitoring_growth(), m.progressMonitoring_means()],
        ],
        ['MS-PS1-4', '–', '1', '1', '100%', m.reports_not_enough(), m.reports_not_enough(), '–'],
      ],
    },
    refused: { 'a teacher of another class': { as: 'tom' } },
  });
});

describeReport(progressMonitoringStudentReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class, ids.ben];
  },
  heading: m.progressMonitoring_of({ name: 'Person, ben' }),
  figures: {
    [m.progressMonitoring_results()]: '10',
    [m.progressMonitoring_own_mean()]: '60%',
    [m.progressMonitoring_growth()]: '-5.9',
    [m.progressMonitoring_class_growth()]: '-0.3',
  },
  sections: {
    [m.progressMonitoring_over_time()]: [
      ['Assessment', 'Lesson', m.progressMonitoring_submitted(), 'Score', 'Trend', m.progressMonitoring_mean(), 'Median'],
      ['quiz', 'In any order', 'Nov 7, 2029', '92%', '87%', '57%', '58%'],
      ['quiz', 'In any order', 'Nov 14, 2029', '85%', '81%', '57%', '58%'],
      ['quiz', 'In any order', 'Nov 21, 2029', '85%', '75%', '57%', '54%'],
      ['quiz', 'In any order', 'Nov 28, 2029', '69%', '70%', '58%', '58%'],
      ['quiz', 'In any order', 'Dec 5, 2029', '62%', '64%', '58%', '62%'],
      ['quiz', 'In any order', 'Dec 12, 2029', '46%', '58%', '57%', '54%'],
      ['quiz', 'In any order', 'Dec 19, 2029', '46%', '52%', '59%', '58%'],
      ['quiz', 'In any order', 'Dec 26, 2029', '31%', '46%', '60%', '62%'],
      ['quiz', 'In order', 'Jan 7', '15%', '36%', '48%', '42%'],
      ['quiz', 'In any order', 'Jan 13', '69%', '31%', m.reports_not_enough(), m.reports_not_enough()],
    ],
    [m.progressMonitoring_standards()]: [
      [
        'Standard',
        m.progressMonitoring_description(),
        'Questions',
        m.progressMonitoring_assessments(),
        'Score',
        'Class',
        m.progressMonitoring_growth(),
        m.progressMonitoring_means(),
      ],
      ['MS-LS1-1', '–', '1', '10', '57%', '50%', '-8.6', m.progressMonitoring_unsure()],
      ['MS-PS1-4', '–', '3', '10', '95%', '96%', '-2.2', m.progressMonitoring_unsure()],
      ['MS-PS3-3', '–', '3', '10', '85%', '93%', '-5.6', m.progressMonitoring_unsure()],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
