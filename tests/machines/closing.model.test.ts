import { describeModel } from '../kit/describeModel.ts';
import { closingModel } from './closing.model.ts';

describeModel(closingModel);
