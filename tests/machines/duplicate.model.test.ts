import { describeModel } from '../kit/describeModel.ts';
import { duplicateModel } from './duplicate.model.ts';

describeModel(duplicateModel);
