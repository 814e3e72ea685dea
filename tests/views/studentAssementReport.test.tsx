// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import studentAssementReport from '../../src/views/studentReports/studentAssementReport.report.tsx';
import { studentAssementReportView } from '../../src/views/studentReports/studentAssementReportView.screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

const few = m.reports_not_enough();
describeReport(studentAssementReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend, oddMarks);
    return [ids.class, ids.ben];
  },
  heading: m.studentReports_assessments_of({ name: 'Person, ben' }),
  figures: { [m.reports_handed_in()]: m.reports_of({ value: 2, max: 4 }), [m.classReports_mean_score()]: '42%' },
  missing: m.studentReports_not_submitted({ count: 2, names: 'assessment; quiz' }),
  table: [
    [
      m.classReports_assessment(),
      'Lesson',
      'Due',
      m.reports_submitted_at(),
      'Status',
      m.reports_points(),
      'Score',
      m.classReports_class_score(),
    ],
    ['quiz', 'In any order', '–', 'Jan 13', 'Graded', '9 of 13', '69%', few],
    ['assessment', 'In any order', '–', '–', m.teacher_not_started(), '–', '–', few],
    ['quiz', 'In order', 'Jan 20', '–', m.teacher_not_started(), '–', '–', few],
    ['quiz', 'In order', 'Jan 5', 'Jan 7', m.classReports_result_late({ text: 'Graded' }), '2 of 13', '15%', '48%'],
  ],
  filed: [['Time'], ['2'], [''], [''], ['2']],
  leadsTo: ({ assessments }) => addressOf(studentAssementReportView, assessments[0]?.result_id ?? 0),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
