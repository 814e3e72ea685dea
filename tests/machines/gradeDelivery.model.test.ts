import { describeModel } from '../kit/describeModel.ts';
import { gradeDeliveryModel } from './gradeDelivery.model.ts';

describeModel(gradeDeliveryModel);
