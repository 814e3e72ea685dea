import { describeModel } from '../kit/describeModel.ts';
import { singleSignOnModel } from './singleSignOn.model.ts';

describeModel(singleSignOnModel);
