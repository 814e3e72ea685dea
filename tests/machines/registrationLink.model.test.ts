import { describeModel } from '../kit/describeModel.ts';
import { registrationLinkModel } from './registrationLink.model.ts';

describeModel(registrationLinkModel);
