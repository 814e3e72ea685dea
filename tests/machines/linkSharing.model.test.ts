import { describeModel } from '../kit/describeModel.ts';
import { linkSharingModel } from './linkSharing.model.ts';

describeModel(linkSharingModel);
