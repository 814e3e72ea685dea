import { describeModel } from '../kit/describeModel.ts';
import { contentTrackingModel } from './contentTracking.model.ts';

describeModel(contentTrackingModel);
