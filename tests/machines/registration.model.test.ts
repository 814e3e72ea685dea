import { describeModel } from '../kit/describeModel.ts';
import { registrationModel } from './registration.model.ts';

describeModel(registrationModel);
