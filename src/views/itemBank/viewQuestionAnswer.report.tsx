import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { quizzes } from './banks.ts';
import { questionOf } from './questionOf.tsx';
import { viewQuestionAnswer } from './viewQuestionAnswer.screen.ts';

export default reportScreen({
  ...viewQuestionAnswer,
  ...questionOf(quizzes),
  call: itemBank.questionAnswers,
  input: ({ ids: [quiz_id] }) => ({ quiz_id }),
});
