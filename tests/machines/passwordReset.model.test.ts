import { describeModel } from '../kit/describeModel.ts';
import { passwordResetModel } from './passwordReset.model.ts';

describeModel(passwordResetModel);
