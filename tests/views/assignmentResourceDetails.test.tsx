// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import assignmentResourceDetails from '../../src/views/assignmentReports/assignmentResourceDetails.report.tsx';
import { studentAssignmentDetails } from '../../src/views/assignmentReports/studentAssignmentDetails.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { days } from '../server/testServer.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

const read = ['Completed', '100%', '3 min', 'page 1', '0', '0 min'];

const lesson_resource_id = resourceIds(ids.orderedLesson).reading;

describeReport(assignmentResourceDetails, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend, oddMarks);
    const { db, clock } = backend;
    const { item_id, resource_type_id } = await db
      .selectFrom('lesson_resource')
      .selectAll()
      .where('lesson_resource_id', '=', lesson_resource_id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('resource_tracking')
      .set({ position: 2, percentage_completed: 45, time_spent: 900 })
      .where('lesson_resource_id', '=', lesson_resource_id)
      .where('user_puid', '=', ids.ana)
      .execute();
    await db
      .insertInto('content_track')
      .values({
        ...{ district_id: ids.district, content_track_id: 1, user_puid: ids.ana, item_id, item_type_id: resource_type_id },
        ...{
          lesson_id: ids.orderedLesson,
          started_at: clock.now - days(17),
          ended_at: clock.now - days(17),
          time_spent: 120,
          is_timed_out: 0,
        },
      })
      .execute();
    return [odd.due, lesson_resource_id];
  },
  heading: 'reading',
  figures: {
    [m.library_kind()]: 'Reading',
    [m.assignmentReports_begun()]: '12 of 12',
    [m.teacher_completed()]: '11 of 12',
    [m.assignmentReports_median_done()]: '100%',
    [m.assignmentReports_median_time()]: '3 min',
    [m.assignmentReports_median_viewed()]: m.reports_not_enough(),
  },
  table: [
    [
      ...['Student', m.teacher_state(), 'Done', 'Time', m.assignmentReports_position(), m.assignmentReports_opened()],
      ...[m.assignmentReports_viewed(), m.teacher_last_active()],
    ],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', ...read, 'Thu, Jan 3, 9:00 AM'],
    ['Person, ana', m.classReports_in_progress({ percent: '45%' }), '45%', '15 min', 'page 3', '1', '2 min', 'Mon, Dec 31, 2029, 9:00 AM'],
    ['Person, ben', ...read, 'Mon, Jan 7, 9:00 AM'],
    ['Person, gus', ...read, 'Sun, Jan 13, 9:00 AM'],
    ...Array.from({ length: 8 }, (_, at) => [`Person, pat${at + 1}`, ...read, 'Mon, Dec 31, 2029, 9:00 AM']),
  ],
  filed: [
    [m.rostering_user_name(), m.rostering_student_id()],
    ['eva', ''],
    ['ana', ''],
    ['ben', ''],
    ['gus', '0042'],
    ...Array.from({ length: 8 }, (_, at) => [`pat${at + 1}`, '']),
  ],
  leadsTo: () => addressOf(studentAssignmentDetails, odd.due, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a resource of another lesson': { as: 'tess', ids: [odd.due, resourceIds(ids.freeLesson).reading] },
    'an administrator of another district': { as: 'dora' },
  },
});
