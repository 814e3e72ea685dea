import { describeModel } from '../kit/describeModel.ts';
import { notificationModel } from './notification.model.ts';

describeModel(notificationModel);
