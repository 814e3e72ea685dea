// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import assessmentStatus from '../../src/views/classReports/assessmentStatus.report.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(assessmentStatus, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [ids.class, quiz_id];
  },
  heading: m.classReports_status_of({ title: 'quiz' }),
  figures: {
    [m.teacher_not_started()]: '8',
    [m.reports_state_started()]: '0',
    [m.reports_handed_in()]: '4',
    [m.reports_state_released()]: '1',
  },
  table: [
    ['Student', 'Status', 'Started', m.reports_submitted_at(), 'Time', 'Score', 'Attempts', 'Assigned'],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 11'],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 10'],
    ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Dec 26, 2029'],
    ['Person, ana', m.classReports_waiting(), 'Sat, Jan 12, 9:00 AM', 'Sun, Jan 13, 9:00 AM', '2 min', '–', '1', 'Jan 11'],
    ['Person, ana', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 10'],
    ['Person, ana', 'Released', 'Fri, Dec 28, 2029, 9:00 AM', 'Mon, Dec 31, 2029, 9:00 AM', '2 min', '13 of 13', '1', 'Dec 26, 2029'],
    ['Person, ben', 'Graded', 'Sat, Jan 12, 9:00 AM', 'Sun, Jan 13, 9:00 AM', '2 min', '9 of 13', '1', 'Jan 11'],
    ['Person, ben', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 10'],
    ['Person, ben', 'Graded, late', 'Thu, Jan 3, 9:00 AM', 'Mon, Jan 7, 9:00 AM', '2 min', '2 of 13', '1', 'Dec 26, 2029'],
    ['Person, gus', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 11'],
    ['Person, gus', m.teacher_not_started(), '–', '–', '–', '–', '0', 'Jan 10'],
    ['Person, gus', m.teacher_not_started(), '–', '–', '–', '–', '1', 'Dec 26, 2029'],
  ],
  filed: [
    ['Username', m.rostering_student_id()],
    ...['eva', 'ana', 'ben', 'gus'].flatMap((name) => Array.from({ length: 3 }, () => [name, name === 'gus' ? '0042' : ''])),
  ],
  leadsTo: () => paths.studentAnswers(odd.unscored, odd.long),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
    'anybody for an assessment that the class does not have': { as: 'tess', ids: [ids.class, 1] },
  },
});
