import { describeModel } from '../kit/describeModel.ts';
import { changePasswordModel } from './changePassword.model.ts';

describeModel(changePasswordModel);
