import { describeModel } from '../kit/describeModel.ts';
import { lessonBuilderModel } from './lessonBuilder.model.ts';

describeModel(lessonBuilderModel);
