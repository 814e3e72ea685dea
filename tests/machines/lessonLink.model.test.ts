import { describeModel } from '../kit/describeModel.ts';
import { lessonLinkModel } from './lessonLink.model.ts';

describeModel(lessonLinkModel);
