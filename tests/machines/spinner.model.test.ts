import { describeModel } from '../kit/describeModel.ts';
import { spinnerModel } from './spinner.model.ts';

describeModel(spinnerModel);
