// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { studentAssignmentReport } from '../../src/views/classReports/studentAssignmentReport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import readerReport from '../../src/views/studentReports/readerReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { addLessonOfKinds } from '../server/lessonOfKinds.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { giveReader } from '../server/readerOfClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const long = 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción';
const untouched = ['reader', 'Of every kind', m.teacher_not_started(), m.player_lexile({ level: 620 }), '0 of 2', '0 min', '0 of 1'];

describeReport(readerReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    await addLessonOfKinds(backend.ports);
    await giveReader(backend);
    return [ids.class];
  },
  heading: m.studentReports_readers_of({ name: 'Science 6, Period 2' }),
  figures: { [m.studentReports_finished()]: m.reports_of({ value: 1, max: 4 }), Time: '6 min' },
  missing: m.classReports_idle({ count: 2, names: `${long}; Person, gus` }),
  table: [
    [
      'Student',
      m.studentReports_reading(),
      'Lesson',
      'Status',
      m.studentReports_level(),
      m.studentReports_pages(),
      'Time',
      m.studentReports_reader_quiz(),
    ],
    [long, ...untouched],
    ['Person, ana', 'reader', 'Of every kind', 'Completed', m.player_lexile({ level: 620 }), '2 of 2', '4 min', '1 of 1'],
    [
      'Person, ben',
      'reader',
      'Of every kind',
      m.classReports_in_progress({ percent: '50%' }),
      m.player_lexile({ level: 620 }),
      '1 of 2',
      '2 min',
      '0 of 1',
    ],
    ['Person, gus', ...untouched],
  ],
  filed: [
    [m.rostering_user_name(), m.rostering_student_id(), 'Done'],
    ['eva', '', '0'],
    ['ana', '', '100'],
    ['ben', '', '50'],
    ['gus', '0042', '0'],
  ],
  leadsTo: () => addressOf(studentAssignmentReport, ids.class, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
