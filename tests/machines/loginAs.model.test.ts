import { describeModel } from '../kit/describeModel.ts';
import { loginAsModel } from './loginAs.model.ts';

describeModel(loginAsModel);
