import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessments } from './banks.ts';
import { questionOf } from './questionOf.tsx';
import { viewAssessmentQuestionAnswer } from './viewAssessmentQuestionAnswer.screen.ts';

export default reportScreen({
  ...viewAssessmentQuestionAnswer,
  ...questionOf(assessments),
  call: itemBank.assessmentQuestionAnswers,
  input: ({ ids: [assessment_id] }) => ({ assessment_id }),
});
