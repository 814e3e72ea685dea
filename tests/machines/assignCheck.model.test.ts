import { describeModel } from '../kit/describeModel.ts';
import { assignCheckModel } from './assignCheck.model.ts';

describeModel(assignCheckModel);
