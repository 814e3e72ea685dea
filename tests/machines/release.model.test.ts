import { describeModel } from '../kit/describeModel.ts';
import { releaseModel } from './release.model.ts';

describeModel(releaseModel);
