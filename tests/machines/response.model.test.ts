import { describeModel } from '../kit/describeModel.ts';
import { responseModel } from './response.model.ts';

describeModel(responseModel);
