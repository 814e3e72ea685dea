import { describeModel } from '../kit/describeModel.ts';
import { lessonPlayerModel } from './lessonPlayer.model.ts';

describeModel(lessonPlayerModel);
