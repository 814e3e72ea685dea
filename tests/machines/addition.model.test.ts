import { describeModel } from '../kit/describeModel.ts';
import { additionModel } from './addition.model.ts';

describeModel(additionModel);
