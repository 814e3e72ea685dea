// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import studentAssignmentReport from '../../src/views/classReports/studentAssignmentReport.report.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describeReport(studentAssignmentReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend, oddMarks);
    return [ids.class, odd.long];
  },
  heading: m.classReports_student_assignments_of({ name: 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción' }),
  missing: m.classReports_missing_lessons({ count: 1, names: 'In order' }),
  table: [
    [
      'Lesson',
      'From',
      'Due',
      'Status',
      'Done',
      'Time',
      m.classReports_class_time(),
      'Score',
      m.classReports_class_score(),
      m.teacher_last_active(),
    ],
    ['Made by Tom', 'Jan 12', 'Jan 18', m.teacher_not_started(), '0%', '0 min', m.reports_not_enough(), '–', m.reports_not_enough(), '–'],
    ['In any order', 'Jan 11', '–', m.teacher_not_started(), '0%', '0 min', m.reports_not_enough(), '–', m.reports_not_enough(), '–'],
    ['In order', 'Jan 10', 'Jan 20', m.teacher_not_started(), '0%', '0 min', m.reports_not_enough(), '–', m.reports_not_enough(), '–'],
    ['In order', 'Dec 26, 2029', 'Jan 5', 'Missing', '33%', '10 min', '10 min', '–', '48%', 'Thu, Jan 3, 9:00 AM'],
  ],
  leadsTo: () => paths.studentAnswers(odd.empty, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
