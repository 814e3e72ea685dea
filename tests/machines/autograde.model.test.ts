import { describeModel } from '../kit/describeModel.ts';
import { autogradeModel } from './autograde.model.ts';

describeModel(autogradeModel);
