import { describeModel } from '../kit/describeModel.ts';
import { hintModel } from './hint.model.ts';

describeModel(hintModel);
