import { describeModel } from '../kit/describeModel.ts';
import { explainerModel } from './explainer.model.ts';

describeModel(explainerModel);
