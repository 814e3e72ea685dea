// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { assignmentProgress } from '../../src/views/assignmentReports/assignmentProgress.screen.ts';
import groupAssignmentReport from '../../src/views/assignmentReports/groupAssignmentReport.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(groupAssignmentReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [ids.class];
  },
  heading: m.assignmentReports_assignments_of({ name: 'Science 6, Period 2' }),
  table: [
    [
      ...['Lesson', 'From', 'Due', m.teacher_students_title(), m.teacher_not_started(), m.teacher_in_progress(), m.teacher_completed()],
      ...[m.assignmentReports_mean_done(), m.classReports_mean_time(), m.classReports_mean_score()],
    ],
    ['Made by Tom', 'Jan 12', 'Jan 18', '4', '3', '0', '1', '25%', '10 min', '–'],
    ['In any order', 'Jan 11', '–', '4', '2', '0', '2', '38%', '10 min', '69%'],
    ['In order', 'Jan 10', 'Jan 20', '4', '4', '0', '0', '0%', '–', '–'],
    ['In order', 'Dec 26, 2029', 'Jan 5', '4', '0', '2', '2', '67%', '10 min', '58%'],
  ],
  leadsTo: () => addressOf(assignmentProgress, ids.class, ids.tomsLesson, odd.empty),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
