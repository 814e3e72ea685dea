import { describeModel } from '../kit/describeModel.ts';
import { unassignModel } from './unassign.model.ts';

describeModel(unassignModel);
