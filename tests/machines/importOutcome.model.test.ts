import { describeModel } from '../kit/describeModel.ts';
import { importOutcomeModel } from './importOutcome.model.ts';

describeModel(importOutcomeModel);
