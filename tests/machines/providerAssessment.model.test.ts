import { describeModel } from '../kit/describeModel.ts';
import { providerAssessmentModel } from './providerAssessment.model.ts';

describeModel(providerAssessmentModel);
