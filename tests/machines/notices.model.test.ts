import { describeModel } from '../kit/describeModel.ts';
import { noticesModel } from './notices.model.ts';

describeModel(noticesModel);
