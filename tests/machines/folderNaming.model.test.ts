import { describeModel } from '../kit/describeModel.ts';
import { folderNamingModel } from './folderNaming.model.ts';

describeModel(folderNamingModel);
