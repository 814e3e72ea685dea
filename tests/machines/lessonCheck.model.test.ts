import { describeModel } from '../kit/describeModel.ts';
import { lessonCheckModel } from './lessonCheck.model.ts';

describeModel(lessonCheckModel);
