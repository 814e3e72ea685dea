// @vitest-environment jsdom

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { typeName } from '../../src/views/authoring/typeNames.ts';
import assessmentQuestionAnswer from '../../src/views/itemBank/assessmentQuestionAnswer.report.tsx';
import assessmentQuestions from '../../src/views/itemBank/assessmentQuestions.report.tsx';
import questionAnswer from '../../src/views/itemBank/questionAnswer.report.tsx';
import quizQuestions from '../../src/views/itemBank/quizQuestions.report.tsx';
import viewAssessmentQuestionAnswer from '../../src/views/itemBank/viewAssessmentQuestionAnswer.report.tsx';
import viewQuestionAnswer from '../../src/views/itemBank/viewQuestionAnswer.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { assessment_id, everyType, quiz_id } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const listHead = [
  m.itemBank_title(),
  m.library_course(),
  m.library_unit(),
  m.studentReports_level(),
  m.contentSetup_language(),
  m.library_delivery(),
  m.itemBank_questions(),
  m.reports_points(),
];
const questionHead = [
  m.teacher_number(),
  m.reports_question(),
  m.itemBank_type(),
  m.reports_key(),
  m.reports_points(),
  m.itemBank_standards(),
  m.itemBank_difficulty(),
];
const inCourse = ['Course', 'Unit', '–', 'English'];
const single = ['1', 'A single_choice question', m.authoring_type_single(), 'steam', '1', 'MS-PS1-4', '0'];
const multiple = ['2', 'A multiple_choice question', m.authoring_type_multiple(), 'gold; iron', '2', 'MS-PS1-2', '0'];
/** The column of explanations, which is in files only. */
const explained = (count: number) => [[m.itemBank_explanation()], ...Array.from({ length: count }, () => ['EXPLANATION'])];
const questionIds = async ({ db }: TestServer, of: number) =>
  (await db.selectFrom('question').select('question_id').where('quiz_id', '=', of).orderBy('sort_order').execute()).map(
    ({ question_id }) => question_id,
  );
/** Two questions of each quiz have standards. */
async function withStandards({ db }: TestServer): Promise<void> {
  for (const of of [quiz_id, assessment_id])
    for (const [at, standard] of ['MS-PS1-4', 'MS-PS1-2'].entries())
      await db
        .updateTable('question')
        .set({ standards: JSON.stringify([standard]) })
        .where('quiz_id', '=', of)
        .where('sort_order', '=', at + 1)
        .execute();
}
const refused = { 'a district administrator': { as: 'dan' }, 'a teacher': { as: 'tess' } };

describeReport(questionAnswer, {
  as: 'max',
  prepare: async () => [],
  heading: m.itemBank_quizzes(),
  table: [
    listHead,
    ['video', ...inCourse, m.itemBank_delivery_quiz(), '1', '1'],
    ['quiz', ...inCourse, m.itemBank_delivery_quiz(), '8', '13'],
  ],
  filed: [[m.itemBank_types()], [m.authoring_type_single()], [everyType.map(({ question_type }) => typeName(question_type)).join(', ')]],
  leadsTo: ({ quizzes }) => addressOf(quizQuestions.declaration, quizzes[0]?.quiz_id ?? 0),
  refused,
});

describeReport(assessmentQuestionAnswer, {
  as: 'max',
  prepare: async () => [],
  heading: m.itemBank_assessments(),
  table: [listHead, ['assessment', ...inCourse, m.itemBank_delivery_assessment(), '2', '3']],
  filed: [[m.itemBank_types()], [`${m.authoring_type_single()}, ${m.authoring_type_multiple()}`]],
  leadsTo: () => addressOf(assessmentQuestions.declaration, assessment_id),
  refused,
});

describeReport(quizQuestions, {
  as: 'pam',
  prepare: async (backend) => {
    await withStandards(backend);
    return [quiz_id];
  },
  heading: 'quiz',
  figures: { [m.itemBank_questions()]: '8', [m.reports_points()]: '13', [m.library_delivery()]: m.itemBank_delivery_quiz() },
  table: [
    questionHead,
    single,
    multiple,
    ['3', 'A true_false question', m.authoring_type_truth(), 'False', '1', '–', '0'],
    ['4', 'A short_text question', m.authoring_type_text(), 'Evaporation', '1', '–', '0'],
    ['5', 'A numeric question', m.authoring_type_number(), '150 kPa', '1', '–', '0'],
    ['6', 'A ordering question', m.authoring_type_order(), 'first → second → third', '3', '–', '0'],
    ['7', 'A matching question', m.authoring_type_match(), 'Solid: rows; Gas: apart', '2', '–', '0'],
    ['8', 'A label_diagram question', m.authoring_type_diagram(), '1: heart; 2: lung', '2', '–', '0'],
  ],
  filed: explained(8),
  leadsTo: ({ questions }) => addressOf(viewQuestionAnswer.declaration, quiz_id, questions[0]?.id ?? 0),
  refused: { ...refused, 'an assessment under this address': { as: 'max', ids: [assessment_id] } },
});

describeReport(assessmentQuestions, {
  as: 'max',
  prepare: async (backend) => {
    await withStandards(backend);
    return [assessment_id];
  },
  heading: 'assessment',
  figures: { [m.itemBank_questions()]: '2', [m.reports_points()]: '3', [m.library_delivery()]: m.itemBank_delivery_assessment() },
  table: [questionHead, single, multiple],
  filed: explained(2),
  leadsTo: ({ questions }) => addressOf(viewAssessmentQuestionAnswer.declaration, assessment_id, questions[0]?.id ?? 0),
  refused: { ...refused, 'a quiz under this address': { as: 'max', ids: [quiz_id] } },
});

describeReport(viewQuestionAnswer, {
  as: 'max',
  prepare: async (backend) => [quiz_id, (await questionIds(backend, quiz_id))[5] ?? 0],
  heading: m.quiz_question_of({ at: 6, of: 8 }),
  figures: {
    [m.itemBank_type()]: m.authoring_type_order(),
    [m.reports_points()]: '3',
    [m.itemBank_standards()]: '–',
    [m.itemBank_difficulty()]: '0',
  },
  sections: {
    [m.itemBank_options()]: [
      [m.itemBank_option(), m.reports_key(), m.itemBank_misconception()],
      ['first', '1', '–'],
      ['second', '2', '–'],
      ['third', '3', '–'],
    ],
  },
  refused: { ...refused, 'a question of an assessment': { as: 'max', ids: [assessment_id, 1] } },
});

describeReport(viewAssessmentQuestionAnswer, {
  as: 'max',
  prepare: async (backend) => [assessment_id, (await questionIds(backend, assessment_id))[0] ?? 0],
  heading: m.quiz_question_of({ at: 1, of: 2 }),
  figures: {
    [m.itemBank_type()]: m.authoring_type_single(),
    [m.reports_points()]: '1',
    [m.itemBank_standards()]: '–',
    [m.itemBank_difficulty()]: '0',
  },
  sections: {
    [m.itemBank_options()]: [
      [m.itemBank_option(), m.reports_key(), m.itemBank_misconception()],
      ['ice', m.records_no(), 'MISCONCEPTION ice'],
      ['steam', m.records_yes(), '–'],
      ['water', m.records_no(), 'MISCONCEPTION water'],
    ],
  },
  refused: { ...refused, 'a question of a quiz': { as: 'max', ids: [quiz_id, 1] } },
});

it('shows a question as students see it, and leads to the ones beside it', async () => {
  const { app, network, signIn } = await openScreen();
  const [first = 0, second = 0, third = 0] = await questionIds(network.backend, quiz_id);
  await signIn('max');
  const { declaration } = viewQuestionAnswer;
  const Page = viewQuestionAnswer;
  render(
    <AtRoute app={app} address={addressOf(declaration, quiz_id, second)} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  await screen.findByRole('heading', { level: 1, name: m.quiz_question_of({ at: 2, of: 8 }) });
  const gold = await screen.findByRole('checkbox', { name: 'gold' });
  fireEvent.click(gold);
  expect((gold as HTMLInputElement).checked).toBe(true);
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([address(m.preview_previous()), address(m.preview_next())]).toEqual(
    [first, third].map((id) => addressOf(declaration, quiz_id, id)),
  );
});

it('says that a question is no longer in its quiz', async () => {
  const { app, signIn } = await openScreen();
  await signIn('max');
  const { declaration } = viewQuestionAnswer;
  const Page = viewQuestionAnswer;
  render(
    <AtRoute app={app} address={addressOf(declaration, quiz_id, 1)} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  await screen.findByText(m.itemBank_gone());
});
