import { describeModel } from '../kit/describeModel.ts';
import { factorEnrollmentModel } from './factorEnrollment.model.ts';

describeModel(factorEnrollmentModel);
