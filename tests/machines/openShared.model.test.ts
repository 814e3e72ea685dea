import { describeModel } from '../kit/describeModel.ts';
import { openSharedModel } from './openShared.model.ts';

describeModel(openSharedModel);
