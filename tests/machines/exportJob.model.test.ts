import { describeModel } from '../kit/describeModel.ts';
import { exportJobModel } from './exportJob.model.ts';

describeModel(exportJobModel);
