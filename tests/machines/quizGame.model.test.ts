import { describeModel } from '../kit/describeModel.ts';
import { quizGameModel } from './quizGame.model.ts';

describeModel(quizGameModel);
