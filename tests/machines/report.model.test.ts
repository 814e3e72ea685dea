import { describeModel } from '../kit/describeModel.ts';
import { reportModel } from './report.model.ts';

describeModel(reportModel);
