import { describeModel } from '../kit/describeModel.ts';
import { quizModel } from './quiz.model.ts';

describeModel(quizModel);
