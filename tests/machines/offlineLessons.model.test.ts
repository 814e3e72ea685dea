import { describeModel } from '../kit/describeModel.ts';
import { offlineLessonsModel } from './offlineLessons.model.ts';

describeModel(offlineLessonsModel);
