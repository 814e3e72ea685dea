import { describeModel } from '../kit/describeModel.ts';
import { feedbackReadingModel } from './feedbackReading.model.ts';

describeModel(feedbackReadingModel);
