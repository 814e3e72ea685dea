// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import studentStandardsReport from '../../src/views/progressMonitoring/studentStandardsReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { firstMeasure, makeMeasuredClass } from '../server/measuredClass.ts';
import { odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describeReport(studentStandardsReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class, odd.long];
  },
  heading: m.progressMonitoring_student_items_of({ name: 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción' }),
  table: [
    ['Question', 'Standards', 'Assessment', 'Submitted', 'Answer', 'Correct answer', 'Points'],
    ['A single_choice question', 'MS-PS1-4', 'quiz', 'Dec 12, 2029', 'steam', 'steam', '1 of 1'],
    ['A multiple_choice question', 'MS-PS1-4, MS-PS3-3', 'quiz', 'Dec 12, 2029', 'gold; iron', 'gold; iron', '2 of 2'],
    ['A true_false question', 'MS-PS1-4', 'quiz', 'Dec 12, 2029', 'False', 'False', '1 of 1'],
    ['A short_text question', 'MS-PS3-3', 'quiz', 'Dec 12, 2029', 'a', 'Evaporation', '1 of 1'],
    ['A numeric question', 'MS-PS3-3', 'quiz', 'Dec 12, 2029', 'a', '150 kPa', '1 of 1'],
    ['A ordering question', 'MS-LS1-1', 'quiz', 'Dec 12, 2029', 'first → second → third', 'first → second → third', '1 of 3'],
    ['A matching question', '–', 'quiz', 'Dec 12, 2029', 'skipped', 'Solid: rows; Gas: apart', '0 of 2'],
    ['A label_diagram question', '–', 'quiz', 'Dec 12, 2029', 'skipped', '1: heart; 2: lung', '0 of 2'],
    ['A single_choice question', 'MS-PS1-4', 'quiz', 'Nov 21, 2029', 'steam', 'steam', '1 of 1'],
    ['A multiple_choice question', 'MS-PS1-4, MS-PS3-3', 'quiz', 'Nov 21, 2029', 'gold; iron', 'gold; iron', '2 of 2'],
    ['A true_false question', 'MS-PS1-4', 'quiz', 'Nov 21, 2029', 'False', 'False', '1 of 1'],
    ['A short_text question', 'MS-PS3-3', 'quiz', 'Nov 21, 2029', 'a', 'Evaporation', '1 of 1'],
    ['A numeric question', 'MS-PS3-3', 'quiz', 'Nov 21, 2029', 'a', '150 kPa', '1 of 1'],
    ['A ordering question', 'MS-LS1-1', 'quiz', 'Nov 21, 2029', 'skipped', 'first → second → third', '0 of 3'],
    ['A matching question', '–', 'quiz', 'Nov 21, 2029', 'skipped', 'Solid: rows; Gas: apart', '0 of 2'],
    ['A label_diagram question', '–', 'quiz', 'Nov 21, 2029', 'skipped', '1: heart; 2: lung', '0 of 2'],
  ],
  leadsTo: () => paths.studentAnswers(firstMeasure + 5, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
