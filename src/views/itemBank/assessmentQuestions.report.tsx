import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessmentQuestions } from './assessmentQuestions.screen.ts';
import { assessments } from './banks.ts';
import { questionsOf } from './questionsOf.ts';

export default reportScreen({
  ...assessmentQuestions,
  ...questionsOf(assessments),
  call: itemBank.assessmentQuestionAnswers,
  input: ({ ids: [assessment_id] }) => ({ assessment_id }),
});
