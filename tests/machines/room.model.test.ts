import { describeModel } from '../kit/describeModel.ts';
import { roomModel } from './room.model.ts';

describeModel(roomModel);
