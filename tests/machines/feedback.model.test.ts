import { describeModel } from '../kit/describeModel.ts';
import { feedbackModel } from './feedback.model.ts';

describeModel(feedbackModel);
