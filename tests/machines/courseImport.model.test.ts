import { describeModel } from '../kit/describeModel.ts';
import { courseImportModel } from './courseImport.model.ts';

describeModel(courseImportModel);
