import { describeModel } from '../kit/describeModel.ts';
import { assignNowModel } from './assignNow.model.ts';

describeModel(assignNowModel);
