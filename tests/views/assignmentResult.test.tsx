// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import assignmentResult from '../../src/views/reports/assignmentResult.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeReport } from './kit/describeReport.tsx';
import { handInQuiz } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';

installNetwork();

const few = m.reports_not_enough();

describeReport(assignmentResult, {
  as: 'tess',
  prepare: async (backend) => {
    const { group_assignment_id } = await handInQuiz(backend);
    await backend.db.updateTable('app_user').set({ student_number: '0042' }).where('user_puid', '=', ids.ana).execute();
    return [ids.freeLesson, ids.class, group_assignment_id];
  },
  heading: 'In any order',
  figures: {
    [m.teacher_students_title()]: '2',
    [m.teacher_not_started()]: '1',
    [m.teacher_in_progress()]: '1',
    [m.teacher_completed()]: '0',
    [m.reports_handed_in()]: '1 of 2',
    [m.reports_mean()]: '1 of 13',
    [m.reports_median()]: '1',
    [m.reports_sd()]: few,
    [m.reports_alpha()]: few,
  },
  missing: m.reports_missing_names({ count: 1, names: 'Person, ben' }),
  table: [
    ['Student', m.teacher_state(), 'Done', 'Time', m.teacher_last_active(), 'quiz'],
    ['Person, ana', m.teacher_in_progress(), '50%', '0 min', 'Tue, Jan 15, 9:00 AM', '1 of 13 · Graded'],
    ['Person, ben', m.teacher_not_started(), '0%', '0 min', '–', '–'],
  ],
  filed: [
    [m.rostering_user_name(), m.rostering_student_id(), m.reports_state_of({ title: 'quiz' })],
    ['ana', '0042', 'Graded'],
    ['ben', '', ''],
  ],
  sections: {
    // The questions that were answered right come first; the rest keep their order.
    [m.reports_glance()]: [
      ['Student', m.reports_points(), 'Q4', 'Q1', 'Q2', 'Q3', 'Q5', 'Q6', 'Q7', 'Q8'],
      ['Person, ana', '1 of 13', m.reports_cell_right(), ...Array(7).fill(m.reports_cell_blank())],
      ['Person, ben', '–', ...Array(8).fill(m.reports_cell_open())],
    ],
    [m.reports_by_question()]: [
      [
        m.teacher_number(),
        'Question',
        m.teacher_answered(),
        m.teacher_correct(),
        m.reports_facility(),
        m.reports_discrimination(),
        m.reports_efficiency(),
      ],
      ['1', 'A single_choice question', '0', '0', '0%', few, few],
      ['2', 'A multiple_choice question', '0', '0', '0%', few, few],
      ['3', 'A true_false question', '0', '0', '0%', few, few],
      ['4', 'A short_text question', '1', '1', '100%', few, few],
      ['5', 'A numeric question', '0', '0', '0%', few, few],
      ['6', 'A ordering question', '0', '0', '0%', few, few],
      ['7', 'A matching question', '0', '0', '0%', few, few],
      ['8', 'A label_diagram question', '0', '0', '0%', few, few],
    ],
    [m.reports_options()]: [
      [m.teacher_number(), m.reports_option(), m.reports_right(), m.reports_chosen(), m.reports_misconception()],
      ['1', 'ice', 'no', '0', 'MISCONCEPTION ice'],
      ['1', 'steam', 'yes', '0', '–'],
      ['1', 'water', 'no', '0', 'MISCONCEPTION water'],
      ['2', 'gold', 'yes', '0', '–'],
      ['2', 'air', 'no', '0', 'MISCONCEPTION air'],
      ['2', 'iron', 'yes', '0', '–'],
      ['2', 'soup', 'no', '0', 'MISCONCEPTION soup'],
      ['3', 'True', 'no', '0', 'MISCONCEPTION True'],
      ['3', 'False', 'yes', '0', '–'],
    ],
  },
  leadsTo: ({ assignment }) => paths.studentAnswers(assignment.group_assignment_id, ids.ana),
  refused: { 'a teacher of another class': { as: 'tom' }, 'an administrator of another school': { as: 'dora' } },
});
