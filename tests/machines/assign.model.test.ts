import { describeModel } from '../kit/describeModel.ts';
import { assignModel } from './assign.model.ts';

describeModel(assignModel);
