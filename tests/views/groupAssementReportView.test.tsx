// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import groupAssementReportView from '../../src/views/classReports/groupAssementReportView.report.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks, optionsOfOddClass } from './kit/oddMarks.ts';

installNetwork();

const titled = (name: string, day: string) => `${name}: quiz, ${day}`;

describeReport(groupAssementReportView, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend, oddMarks);
    // Only the two that the lesson in order was given.
    await backend.db.updateTable('group_assignment').set({ unassigned_at: 1 }).where('group_assignment_id', '=', odd.unscored).execute();
    return [ids.class, quiz_id];
  },
  heading: m.classReports_view_of({ title: 'quiz' }),
  // Of the assignment that was due: the other one has no results.
  figures: {
    [m.reports_handed_in()]: '10 of 12',
    [m.reports_mean()]: '6.3 of 13',
    [m.reports_median()]: '5.5',
    [m.reports_sd()]: '3.68',
    [m.reports_alpha()]: '0.65',
  },
  table: [
    ['Student', 'Status', 'Score', 'Percent', 'Time', 'Assigned'],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', m.teacher_not_started(), '–', '–', '–', 'Jan 10'],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', m.teacher_not_started(), '–', '–', '–', 'Dec 26, 2029'],
    ['Person, ana', m.teacher_not_started(), '–', '–', '–', 'Jan 10'],
    ['Person, ana', 'Released', '13 of 13', '100%', '2 min', 'Dec 26, 2029'],
    ['Person, ben', m.teacher_not_started(), '–', '–', '–', 'Jan 10'],
    ['Person, ben', 'Graded, late', '2 of 13', '15%', '2 min', 'Dec 26, 2029'],
    ['Person, gus', m.teacher_not_started(), '–', '–', '–', 'Jan 10'],
    ['Person, gus', m.teacher_not_started(), '–', '–', '–', 'Dec 26, 2029'],
    // They have not begun it again.
    ...[
      ['pat1', '11 of 13', '85%'],
      ['pat2', '9 of 13', '69%'],
      ['pat3', '7 of 13', '54%'],
      ['pat4', '6 of 13', '46%'],
      ['pat5', '5 of 13', '38%'],
      ['pat6', '4 of 13', '31%'],
      ['pat7', '3 of 13', '23%'],
      ['pat8', '3 of 13', '23%'],
    ].flatMap(([name, score = '', percent = '']) => [
      [`Person, ${name}`, m.teacher_not_started(), '–', '–', '–', 'Jan 10'],
      [`Person, ${name}`, 'Graded', score, percent, '2 min', 'Dec 26, 2029'],
    ]),
  ],
  sections: {
    [titled(m.reports_by_question(), 'Dec 26, 2029')]: [
      ['No.', 'Question', 'Answered', 'Correct', m.reports_facility(), 'Discrimination', 'Efficiency'],
      ['1', 'A single_choice question', '10', '10', '100%', m.reports_not_enough(), m.reports_not_enough()],
      ['2', 'A multiple_choice question', '10', '6', '60%', '-46', '-60'],
      ['3', 'A true_false question', '10', '8', '80%', '38', '71'],
      ['4', 'A short_text question', '10', '6', '60%', '70', '100'],
      ['5', 'A numeric question', '9', '5', '50%', '78', '100'],
      ['6', 'A ordering question', '9', '4', '40%', '66', '79'],
      ['7', 'A matching question', '9', '3', '30%', '79', '100'],
      ['8', 'A label_diagram question', '9', '2', '20%', '71', '100'],
    ],
    [titled(m.reports_options(), 'Dec 26, 2029')]: optionsOfOddClass,
  },
  filed: [
    ['Username', m.rostering_student_id()],
    ...['eva', 'ana', 'ben', 'gus', 'pat1', 'pat2', 'pat3', 'pat4', 'pat5', 'pat6', 'pat7', 'pat8'].flatMap((name) => [
      [name, name === 'gus' ? '0042' : ''],
      [name, name === 'gus' ? '0042' : ''],
    ]),
  ],
  leadsTo: () => paths.studentAnswers(odd.again, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
    'anybody for an assessment that the class does not have': { as: 'tess', ids: [ids.class, 1] },
  },
});
