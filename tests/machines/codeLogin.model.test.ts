import { describeModel } from '../kit/describeModel.ts';
import { codeLoginModel } from './codeLogin.model.ts';

describeModel(codeLoginModel);
