import { describeModel } from '../kit/describeModel.ts';
import { commandModel } from './command.model.ts';

describeModel(commandModel);
