import { describeModel } from '../kit/describeModel.ts';
import { saveQuestionModel } from './saveQuestion.model.ts';

describeModel(saveQuestionModel);
