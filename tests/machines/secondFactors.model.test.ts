import { describeModel } from '../kit/describeModel.ts';
import { secondFactorsModel } from './secondFactors.model.ts';

describeModel(secondFactorsModel);
