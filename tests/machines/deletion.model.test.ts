import { describeModel } from '../kit/describeModel.ts';
import { deletionModel } from './deletion.model.ts';

describeModel(deletionModel);
