import { describeModel } from '../kit/describeModel.ts';
import { fillInModel } from './fillIn.model.ts';

describeModel(fillInModel);
