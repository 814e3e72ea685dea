import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { quizzes } from './banks.ts';
import { banksOf } from './banksOf.ts';
import { questionAnswer } from './questionAnswer.screen.ts';

export default reportScreen({
  ...questionAnswer,
  ...banksOf(quizzes),
  call: itemBank.questionBanks,
  input: () => ({}),
});
