import { describeModel } from '../kit/describeModel.ts';
import { rosterFileModel } from './rosterFile.model.ts';

describeModel(rosterFileModel);
