import { describeModel } from '../kit/describeModel.ts';
import { shareModel } from './share.model.ts';

describeModel(shareModel);
