import { describeModel } from '../kit/describeModel.ts';
import { importWizardModel } from './importWizard.model.ts';

describeModel(importWizardModel);
