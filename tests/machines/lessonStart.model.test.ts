import { describeModel } from '../kit/describeModel.ts';
import { lessonStartModel } from './lessonStart.model.ts';

describeModel(lessonStartModel);
