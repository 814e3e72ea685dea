import { describeModel } from '../kit/describeModel.ts';
import { reassignModel } from './reassign.model.ts';

describeModel(reassignModel);
