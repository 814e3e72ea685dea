import { m } from '../../paraglide/messages.js';
import type { ScreenAddress } from '../screen.ts';
import { assessmentQuestionAnswer } from './assessmentQuestionAnswer.screen.ts';
import { assessmentQuestions } from './assessmentQuestions.screen.ts';
import { questionAnswer } from './questionAnswer.screen.ts';
import { quizQuestions } from './quizQuestions.screen.ts';
import { viewAssessmentQuestionAnswer } from './viewAssessmentQuestionAnswer.screen.ts';
import { viewQuestionAnswer } from './viewQuestionAnswer.screen.ts';

/** The three screens of quizzes, or of assessments, which differ in their calls and addresses alone. */
export interface Bank {
  banks: Pick<ScreenAddress, 'path'>;
  questions: Pick<ScreenAddress, 'path'>;
  question: Pick<ScreenAddress, 'path'>;
  name: () => string;
  lead: () => string;
}

export const quizzes: Bank = {
  ...{ banks: questionAnswer, questions: quizQuestions, question: viewQuestionAnswer },
  ...{ name: m.itemBank_quizzes, lead: m.itemBank_quizzes_lead },
};

export const assessments: Bank = {
  ...{ banks: assessmentQuestionAnswer, questions: assessmentQuestions, question: viewAssessmentQuestionAnswer },
  ...{ name: m.itemBank_assessments, lead: m.itemBank_assessments_lead },
};
