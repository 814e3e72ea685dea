import { describeModel } from '../kit/describeModel.ts';
import { externalResourceModel } from './externalResource.model.ts';

describeModel(externalResourceModel);
