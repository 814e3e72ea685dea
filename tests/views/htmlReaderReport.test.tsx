// @vitest-environment jsdom

import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import { studentAssignmentReport } from '../../src/views/classReports/studentAssignmentReport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import htmlReaderReport from '../../src/views/studentReports/htmlReaderReport.report.tsx';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { days } from '../server/testServer.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const long = 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción';
const untouched = [m.teacher_not_started(), '0', '0 min', '–', '–'];
const begun = [m.classReports_in_progress({ percent: '100%' }), '–', '–', '–', '–'];
/** A row of the reading in a lesson from a day. */
const row = (name: string, lesson: string, from: string, rest: readonly string[]) => [name, 'reading', lesson, ...rest, from];

describeReport(htmlReaderReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    const { db, clock } = backend;
    await db
      .updateTable('group_assignment')
      .set({ unassigned_at: 1 })
      .where('group_assignment_id', 'in', [odd.empty, odd.unscored])
      .execute();
    await db
      .insertInto('content_track')
      .values({
        ...{ district_id: ids.district, content_track_id: 80_001, user_puid: ids.ana, item_id, item_type_id: ResourceType.reading },
        ...{ lesson_id: ids.orderedLesson, time_spent: 300, is_timed_out: 0 },
        started_at: clock.now - days(17),
        ended_at: clock.now - days(16.9),
      })
      .execute();
    return [ids.class];
  },
  heading: m.studentReports_readings_of({ name: 'Science 6, Period 2' }),
  figures: { [m.studentReports_finished()]: m.reports_of({ value: 2, max: 8 }), [m.studentReports_attention()]: '5 min' },
  table: [
    [
      'Student',
      m.studentReports_reading(),
      'Lesson',
      'Status',
      m.studentReports_opened(),
      m.studentReports_attention(),
      m.studentReports_last_opened(),
      'Completed',
      'From',
    ],
    row(long, 'In order', 'Jan 10', untouched),
    row(long, 'In order', 'Dec 26, 2029', begun),
    row('Person, ana', 'In order', 'Jan 10', untouched),
    row('Person, ana', 'In order', 'Dec 26, 2029', ['Completed', '1', '5 min', 'Sat, Dec 29, 2029, 9:00 AM', 'Dec 31, 2029']),
    row('Person, ben', 'In order', 'Jan 10', untouched),
    row('Person, ben', 'In order', 'Dec 26, 2029', ['Completed', '–', '–', '–', 'Jan 7']),
    row('Person, gus', 'In order', 'Jan 10', untouched),
    row('Person, gus', 'In order', 'Dec 26, 2029', begun),
  ],
  leadsTo: () => addressOf(studentAssignmentReport, ids.class, odd.long),
  filed: [
    [m.rostering_user_name(), m.rostering_student_id(), 'Done'],
    ...['eva', 'ana', 'ben'].flatMap((name) => ['0', '100'].map((done) => [name, '', done])),
    ['gus', '0042', '0'],
    ['gus', '0042', '100'],
  ],
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
