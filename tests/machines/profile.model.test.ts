import { describeModel } from '../kit/describeModel.ts';
import { profileModel } from './profile.model.ts';

describeModel(profileModel);
