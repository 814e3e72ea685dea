import { describeModel } from '../kit/describeModel.ts';
import { userDeedModel } from './userDeed.model.ts';

describeModel(userDeedModel);
