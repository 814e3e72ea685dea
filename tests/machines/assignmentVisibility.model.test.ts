import { describeModel } from '../kit/describeModel.ts';
import { assignmentVisibilityModel } from './assignmentVisibility.model.ts';

describeModel(assignmentVisibilityModel);
