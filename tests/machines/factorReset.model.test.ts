import { describeModel } from '../kit/describeModel.ts';
import { factorResetModel } from './factorReset.model.ts';

describeModel(factorResetModel);
