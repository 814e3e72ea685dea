import { describeModel } from '../kit/describeModel.ts';
import { lessonConflictModel } from './lessonConflict.model.ts';

describeModel(lessonConflictModel);
