import { describeModel } from '../kit/describeModel.ts';
import { liveActivityModel } from './liveActivity.model.ts';

describeModel(liveActivityModel);
