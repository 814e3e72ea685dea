import { describeModel } from '../kit/describeModel.ts';
import { importDecisionModel } from './importDecision.model.ts';

describeModel(importDecisionModel);
