import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessmentQuestionAnswer } from './assessmentQuestionAnswer.screen.ts';
import { assessments } from './banks.ts';
import { banksOf } from './banksOf.ts';

export default reportScreen({
  ...assessmentQuestionAnswer,
  ...banksOf(assessments),
  call: itemBank.assessmentQuestionBanks,
  input: () => ({}),
});
