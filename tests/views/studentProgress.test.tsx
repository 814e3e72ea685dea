// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import studentProgress from '../../src/views/reports/studentProgress.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { countedGame } from './kit/countedGame.ts';
import { describeReport } from './kit/describeReport.tsx';
import { assignTo, finishLesson } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(studentProgress, {
  as: 'tess',
  prepare: async (backend) => {
    await finishLesson(await backend.signIn('ana'), await assignTo(backend, ids.freeLesson));
    await assignTo(backend, ids.orderedLesson);
    await backend.db.updateTable('content_item').set({ standards: '["MS-PS1-4"]' }).execute();
    await countedGame(backend);
    return [ids.class, ids.ana];
  },
  heading: 'Progress: Person, ana',
  figures: { [m.teacher_completed()]: '0 of 2', Time: '1 min', Score: '100%' },
  missing: '1 not started: In order',
  table: [
    [m.teacher_lesson(), m.teacher_from(), m.teacher_to(), m.teacher_state(), 'Done', 'Time', 'Score', m.library_standards()],
    ['In any order', 'Jan 14', 'Jan 22', m.teacher_in_progress(), '99%', '1 min', '–', 'MS-PS1-4'],
    ['In order', 'Jan 14', 'Jan 22', m.teacher_not_started(), '0%', '0 min', '–', 'MS-PS1-4'],
  ],
  sections: {
    [m.classReports_games()]: [
      [m.classReports_game(), m.classReports_game_day(), m.classReports_game_right(), 'Score'],
      ['quiz', 'Jan 15', '1 of 1', '100%'],
    ],
  },
  leadsTo: ({ assignments: [first] }) => paths.studentAnswers(first?.group_assignment_id ?? 0, ids.ana),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student of another class': { as: 'tess', ids: [ids.class, 1003] },
    'an administrator of another school': { as: 'dora' },
  },
});
