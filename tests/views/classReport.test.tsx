// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import classReport from '../../src/views/classReports/classReport.report.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { countedGame } from './kit/countedGame.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(classReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    await countedGame(backend);
    return [ids.class];
  },
  heading: m.classReports_class_of({ name: 'Science 6, Period 2' }),
  figures: { [m.classReports_completed_of()]: '5 of 16', Late: '1', Missing: '1', [m.classReports_mean_score()]: '71%' },
  table: [
    [
      'Lesson',
      'From',
      'Due',
      'Students',
      m.classReports_on_time(),
      'Late',
      m.classReports_open(),
      'Missing',
      m.classReports_mean_time(),
      m.classReports_mean_score(),
    ],
    ['Made by Tom', 'Jan 12', 'Jan 18', '4', '1', '0', '3', '0', '10 min', '–'],
    ['In any order', 'Jan 11', '–', '4', '2', '0', '2', '0', '10 min', '69%'],
    ['In order', 'Jan 10', 'Jan 20', '4', '0', '0', '4', '0', '–', '–'],
    ['In order', 'Dec 26, 2029', 'Jan 5', '4', '1', '1', '1', '1', '10 min', '58%'],
  ],
  sections: {
    [m.classReports_students()]: [
      [
        'Student',
        'Completed',
        'Late',
        'Missing',
        'Time',
        'Score',
        'Made by Tom',
        'In any order',
        'In order, Jan 10',
        'In order, Dec 26, 2029',
        m.classReports_game_of({ title: 'quiz' }),
      ],
      [
        'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción',
        '0 of 4',
        '0',
        '1',
        '10 min',
        '–',
        m.teacher_not_started(),
        m.teacher_not_started(),
        m.teacher_not_started(),
        'Missing',
        '–',
      ],
      ['Person, ana', '3 of 4', '0', '0', '30 min', '100%', 'Completed', m.classReports_waiting(), m.teacher_not_started(), '100%', '100%'],
      ['Person, ben', '2 of 4', '1', '0', '20 min', '41%', m.teacher_not_started(), '69%', m.teacher_not_started(), '15%, late', '0%'],
      [
        'Person, gus',
        '0 of 4',
        '0',
        '0',
        '10 min',
        '–',
        m.teacher_not_started(),
        m.teacher_not_started(),
        m.teacher_not_started(),
        'In progress, 33%',
        '–',
      ],
    ],
    [m.classReports_games()]: [
      [m.classReports_game(), m.classReports_game_day(), 'Students', m.classReports_mean_score()],
      ['quiz', 'Jan 15', '2', '50%'],
    ],
  },
  leadsTo: () => paths.assignmentResult(ids.tomsLesson, ids.class, odd.empty),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
