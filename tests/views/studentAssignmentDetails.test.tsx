// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { assignmentResourceDetails } from '../../src/views/assignmentReports/assignmentResourceDetails.screen.ts';
import studentAssignmentDetails from '../../src/views/assignmentReports/studentAssignmentDetails.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const few = m.reports_not_enough();
const when = ['Sat, Jan 12, 9:00 AM', 'Sun, Jan 13, 9:00 AM'];

describeReport(studentAssignmentDetails, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [odd.unscored, ids.ana];
  },
  heading: 'ana Person',
  figures: {
    [m.teacher_state()]: 'Completed',
    [m.teacher_done()]: '75%',
    [m.teacher_time()]: '10 min',
    [m.teacher_last_active()]: 'Sun, Jan 13, 9:00 AM',
  },
  missing: m.assignmentReports_not_begun({ count: 1, names: 'assessment' }),
  table: [
    [
      ...[
        m.teacher_number(),
        m.assignmentReports_resource(),
        m.library_kind(),
        m.teacher_state(),
        'Time',
        m.assignmentReports_median_time(),
      ],
      ...[m.assignmentReports_position(), 'Score', m.reports_begun(), m.teacher_last_active()],
    ],
    ['1', 'reading', 'Reading', 'Completed', '3 min', few, 'page 1', '–', ...when],
    ['2', 'video', 'Video', 'Completed', '3 min', few, 'at 0:00', '–', ...when],
    ['3', 'quiz', 'Quiz', 'Completed', '3 min', few, '–', m.classReports_waiting(), ...when],
    ['4', 'assessment', 'Assessment', m.teacher_not_started(), '–', few, '–', '–', '–', '–'],
  ],
  leadsTo: () => addressOf(assignmentResourceDetails, odd.unscored, resourceIds(ids.freeLesson).reading),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [odd.unscored, odd.left] },
    'an administrator of another district': { as: 'dora' },
  },
});
