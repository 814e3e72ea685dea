import { describeModel } from '../kit/describeModel.ts';
import { providerPreviewModel } from './providerPreview.model.ts';

describeModel(providerPreviewModel);
