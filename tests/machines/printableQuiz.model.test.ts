import { describeModel } from '../kit/describeModel.ts';
import { printableQuizModel } from './printableQuiz.model.ts';

describeModel(printableQuizModel);
