import { describeModel } from '../kit/describeModel.ts';
import { labelsModel } from './labels.model.ts';

describeModel(labelsModel);
