import { describeModel } from '../kit/describeModel.ts';
import { itemMoveModel } from './itemMove.model.ts';

describeModel(itemMoveModel);
