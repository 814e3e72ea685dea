// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import groupAssementReport from '../../src/views/classReports/groupAssementReport.report.tsx';
import { groupAssementReportView } from '../../src/views/classReports/groupAssementReportView.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(groupAssementReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [ids.class];
  },
  heading: m.classReports_results_of({ name: 'Science 6, Period 2' }),
  missing: m.classReports_none_submitted({
    count: 2,
    names: 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción; Person, gus',
  }),
  table: [
    ['Assessment', 'Lesson', 'From', 'Submitted', m.classReports_waiting(), m.classReports_mean_score(), 'Lowest', 'Highest'],
    ['quiz', 'In any order', 'Jan 11', '2 of 4', '1', '69%', '69%', '69%'],
    ['assessment', 'In any order', 'Jan 11', '0 of 4', '0', '–', '–', '–'],
    ['quiz', 'In order', 'Jan 10', '0 of 4', '0', '–', '–', '–'],
    ['quiz', 'In order', 'Dec 26, 2029', '2 of 4', '0', '58%', '15%', '100%'],
  ],
  sections: {
    [m.classReports_students()]: [
      ['Student', 'Submitted', m.classReports_mean_score(), 'quiz, Jan 11', 'assessment', 'quiz, Jan 10', 'quiz, Dec 26, 2029'],
      [
        'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción',
        '0 of 4',
        '–',
        m.teacher_not_started(),
        m.teacher_not_started(),
        m.teacher_not_started(),
        m.teacher_not_started(),
      ],
      ['Person, ana', '2 of 4', '100%', m.classReports_waiting(), m.teacher_not_started(), m.teacher_not_started(), '13 of 13'],
      ['Person, ben', '2 of 4', '42%', '9 of 13', m.teacher_not_started(), m.teacher_not_started(), '2 of 13, late'],
      ['Person, gus', '0 of 4', '–', m.teacher_not_started(), m.teacher_not_started(), m.teacher_not_started(), m.teacher_not_started()],
    ],
  },
  leadsTo: () => `${addressOf(groupAssementReportView, ids.class, quiz_id)}?assignment=${odd.unscored}`,
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
