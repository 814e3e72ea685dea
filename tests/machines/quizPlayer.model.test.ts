import { describeModel } from '../kit/describeModel.ts';
import { quizPlayerModel } from './quizPlayer.model.ts';

describeModel(quizPlayerModel);
