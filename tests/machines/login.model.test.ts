import { describeModel } from '../kit/describeModel.ts';
import { loginModel } from './login.model.ts';

describeModel(loginModel);
