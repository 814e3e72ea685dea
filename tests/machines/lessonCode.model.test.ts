import { describeModel } from '../kit/describeModel.ts';
import { lessonCodeModel } from './lessonCode.model.ts';

describeModel(lessonCodeModel);
