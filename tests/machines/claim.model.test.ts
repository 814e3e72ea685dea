import { describeModel } from '../kit/describeModel.ts';
import { claimModel } from './claim.model.ts';

describeModel(claimModel);
