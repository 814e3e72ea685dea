// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import assignmentProgress from '../../src/views/assignmentReports/assignmentProgress.report.tsx';
import { studentAssignmentDetails } from '../../src/views/assignmentReports/studentAssignmentDetails.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const few = m.reports_not_enough();
const { reading, video } = resourceIds(ids.orderedLesson);

describeReport(assignmentProgress, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    const own = await backend.db
      .selectFrom('resource_tracking')
      .selectAll()
      .where('user_puid', '=', odd.long)
      .where('lesson_resource_id', '=', reading)
      .executeTakeFirstOrThrow();
    await backend.db
      .insertInto('resource_tracking')
      .values({ ...own, resource_tracking_id: 80_001, lesson_resource_id: video, percentage_completed: 45, completed_at: null })
      .execute();
    return [ids.class, ids.orderedLesson, odd.due];
  },
  heading: m.assignmentReports_progress_of({ name: 'In order' }),
  figures: {
    [m.teacher_students_title()]: '4',
    [m.teacher_not_started()]: '0',
    [m.teacher_in_progress()]: '2',
    [m.teacher_completed()]: '2',
  },
  table: [
    ['Student', 'Done', 'Time', 'reading', 'video', 'quiz'],
    [
      ...['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', '48%', '10 min'],
      ...['Completed', m.classReports_in_progress({ percent: '45%' }), m.teacher_not_started()],
    ],
    ['Person, ana', '100%', '10 min', 'Completed', 'Completed', 'Completed'],
    ['Person, ben', '100%', '10 min', 'Completed', 'Completed', 'Completed'],
    ['Person, gus', '33%', '10 min', 'Completed', m.teacher_not_started(), m.teacher_not_started()],
  ],
  filed: [
    [m.rostering_user_name(), m.rostering_student_id(), m.teacher_state()],
    ['eva', '', m.teacher_in_progress()],
    ['ana', '', 'Completed'],
    ['ben', '', 'Completed'],
    ['gus', '0042', m.teacher_in_progress()],
  ],
  sections: {
    [m.assignmentReports_by_resource()]: [
      [
        ...[m.assignmentReports_resource(), m.library_kind(), m.assignmentReports_begun(), m.teacher_completed()],
        ...[m.assignmentReports_median_done(), m.assignmentReports_median_time()],
      ],
      ['reading', 'Reading', '4', '4', few, few],
      ['video', 'Video', '3', '2', few, few],
      ['quiz', 'Quiz', '2', '2', few, few],
    ],
  },
  leadsTo: () => addressOf(studentAssignmentDetails, odd.due, odd.long),
  refused: { 'a teacher of another class': { as: 'tom' }, 'an administrator of another district': { as: 'dora' } },
});
