import { describeModel } from '../kit/describeModel.ts';
import { groupChangeModel } from './groupChange.model.ts';

describeModel(groupChangeModel);
