import { itemBank } from '../../../contract/itemBank.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { quizzes } from './banks.ts';
import { questionsOf } from './questionsOf.ts';
import { quizQuestions } from './quizQuestions.screen.ts';

export default reportScreen({
  ...quizQuestions,
  ...questionsOf(quizzes),
  call: itemBank.questionAnswers,
  input: ({ ids: [quiz_id] }) => ({ quiz_id }),
});
