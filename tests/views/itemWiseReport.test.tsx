// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import itemWiseReport from '../../src/views/classReports/itemWiseReport.report.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks, optionsOfOddClass } from './kit/oddMarks.ts';

installNetwork();

describeReport(itemWiseReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend, oddMarks);
    const { db } = backend;
    // Only the one that was due.
    await db
      .updateTable('group_assignment')
      .set({ unassigned_at: 1 })
      .where('group_assignment_id', 'in', [odd.unscored, odd.again])
      .execute();
    await db.updateTable('question').set({ standards: '["MS-PS1-4"]' }).execute();
    const first = await db
      .selectFrom('response')
      .select(['result_id', 'question_id'])
      .orderBy('result_id')
      .orderBy('question_id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('response')
      .set({ points: null, is_correct: null })
      .where('result_id', '=', first.result_id)
      .where('question_id', '=', first.question_id)
      .execute();
    return [ids.class, quiz_id];
  },
  heading: m.classReports_items_of({ title: 'quiz' }),
  figures: { [m.reports_handed_in()]: '10 of 12' },
  missing: m.reports_missing_names({
    count: 2,
    names: 'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción; Person, gus',
  }),
  sections: {
    [m.classReports_items()]: [
      [
        'No.',
        'Question',
        m.classReports_look(),
        m.reports_facility(),
        'Answered',
        m.classReports_wrong(),
        'Standards',
        'Discrimination',
        'Efficiency',
      ],
      [
        '1',
        'A single_choice question',
        m.usageReports_flag_easy(),
        '100%',
        '10',
        '–',
        'MS-PS1-4',
        m.reports_not_enough(),
        m.reports_not_enough(),
      ],
      ['2', 'A multiple_choice question', m.usageReports_flag_negative(), '60%', '10', '–', 'MS-PS1-4', '-58', '-74'],
      ['3', 'A true_false question', '–', '80%', '10', '–', 'MS-PS1-4', '39', '69'],
      ['4', 'A short_text question', '–', '60%', '10', '–', 'MS-PS1-4', '75', '100'],
      ['5', 'A numeric question', '–', '50%', '9', '–', 'MS-PS1-4', '81', '100'],
      ['6', 'A ordering question', '–', '33%', '9', '–', 'MS-PS1-4', '58', '68'],
      ['7', 'A matching question', '–', '30%', '9', '–', 'MS-PS1-4', '76', '100'],
      ['8', 'A label_diagram question', m.usageReports_flag_hard(), '20%', '9', '–', 'MS-PS1-4', '59', '85'],
    ],
    [m.reports_options()]: optionsOfOddClass,
    [m.classReports_responses()]: [
      ['Student', 'Question 1', 'Question 2', 'Question 3', 'Question 4', 'Question 5', 'Question 6', 'Question 7', 'Question 8'],
      ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', '–', '–', '–', '–', '–', '–', '–', '–'],
      ['Person, ana', '1 of 1', '2 of 2', '1 of 1', '1 of 1', '1 of 1', m.classReports_waiting(), '2 of 2', '2 of 2'],
      ['Person, ben', '1 of 1', '0 of 2', '1 of 1', '0 of 1', '–', '–', '–', '–'],
      ['Person, gus', '–', '–', '–', '–', '–', '–', '–', '–'],
      ['Person, pat1', '1 of 1', '0 of 2', '1 of 1', '1 of 1', '1 of 1', '3 of 3', '2 of 2', '2 of 2'],
      ['Person, pat2', '1 of 1', '0 of 2', '1 of 1', '1 of 1', '1 of 1', '3 of 3', '2 of 2', '0 of 2'],
      ['Person, pat3', '1 of 1', '0 of 2', '1 of 1', '1 of 1', '1 of 1', '3 of 3', '0 of 2', '0 of 2'],
      ['Person, pat4', '1 of 1', '2 of 2', '1 of 1', '1 of 1', '1 of 1', '0 of 3', '0 of 2', '0 of 2'],
      ['Person, pat5', '1 of 1', '2 of 2', '1 of 1', '1 of 1', '0 of 1', '0 of 3', '0 of 2', '0 of 2'],
      ['Person, pat6', '1 of 1', '2 of 2', '1 of 1', '0 of 1', '0 of 1', '0 of 3', '0 of 2', '0 of 2'],
      ['Person, pat7', '1 of 1', '2 of 2', '0 of 1', '0 of 1', '0 of 1', '0 of 3', '0 of 2', '0 of 2'],
      ['Person, pat8', '1 of 1', '2 of 2', '0 of 1', '0 of 1', '0 of 1', '0 of 3', '0 of 2', '0 of 2'],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
    'anybody for an assessment that the class does not have': { as: 'tess', ids: [ids.class, 1] },
  },
});
