import { describeModel } from '../kit/describeModel.ts';
import { rosteringModel } from './rostering.model.ts';

describeModel(rosteringModel);
