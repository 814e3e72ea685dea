import { describeModel } from '../kit/describeModel.ts';
import { assignmentDatesModel } from './assignmentDates.model.ts';

describeModel(assignmentDatesModel);
