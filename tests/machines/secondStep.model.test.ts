import { describeModel } from '../kit/describeModel.ts';
import { secondStepModel } from './secondStep.model.ts';

describeModel(secondStepModel);
