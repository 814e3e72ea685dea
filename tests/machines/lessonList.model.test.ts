import { describeModel } from '../kit/describeModel.ts';
import { lessonListModel } from './lessonList.model.ts';

describeModel(lessonListModel);
