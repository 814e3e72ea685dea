import { describeModel } from '../kit/describeModel.ts';
import { fileReadingModel } from './fileReading.model.ts';

describeModel(fileReadingModel);
