import { describeModel } from '../kit/describeModel.ts';
import { contactModel } from './contact.model.ts';

describeModel(contactModel);
