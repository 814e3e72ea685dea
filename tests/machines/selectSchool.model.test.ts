import { describeModel } from '../kit/describeModel.ts';
import { selectSchoolModel } from './selectSchool.model.ts';

describeModel(selectSchoolModel);
