import type { quiz } from '../../../contract/quiz.ts';
import { assessment_id, ids, quiz_id } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';
import { submission, type World } from './world.ts';

const quizNamed = ({ resource_tracking_id }: World) => ({
  quiz_id,
  lesson_id: ids.freeLesson,
  lesson_resource_tracking_id: resource_tracking_id,
});
const assessmentNamed = { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };

export const quizCases: Cases<keyof typeof quiz> = {
  quizDetails: { as: 'ana', input: (world) => ({ ...ana, ...quizNamed(world) }) },
  assessmentOverview: { as: 'ana', input: () => ({ ...ana, ...assessmentNamed }) },
  startQuiz: { as: 'ana', input: (world) => quizNamed(world) },
  startAssessment: { as: 'ana', input: () => assessmentNamed },
  quizToKeep: { as: 'ana', input: (world) => ({ ...ana, ...quizNamed(world) }) },
  saveAnswers: {
    as: 'ana',
    input: ({ result_id, question_id, server }) => ({
      result_id,
      answers: [
        { question_id, answer_id: null, answer_text: 'x', time_spent: 1, sequence: 1, given_at: new Date(server.clock.now).toISOString() },
      ],
    }),
  },
  checkAnswer: {
    as: 'ana',
    input: ({ check_result_id: result_id, check_question_id: question_id }) => ({
      result_id,
      answer: { question_id, answer_id: null, answer_text: 'x', time_spent: 1 },
    }),
  },
  quizReview: { as: 'ben', input: ({ released_result_id: result_id }) => ({ user_puid: ids.ben, result_id }) },
  previewQuiz: { as: 'tess', input: () => ({ user_puid: ids.tess, lesson_id: ids.freeLesson, quiz_id, answers: [] }) },
  submitQuiz: { as: 'ana', input: ({ result_id }) => ({ result_id, ...submission }) },
  submitAssessment: { as: 'ana', input: ({ assessment_result_id }) => ({ result_id: assessment_result_id, ...submission }) },
};
