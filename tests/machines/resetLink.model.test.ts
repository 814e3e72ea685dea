import { describeModel } from '../kit/describeModel.ts';
import { resetLinkModel } from './resetLink.model.ts';

describeModel(resetLinkModel);
