import { describeModel } from '../kit/describeModel.ts';
import { messageModel } from './message.model.ts';

describeModel(messageModel);
