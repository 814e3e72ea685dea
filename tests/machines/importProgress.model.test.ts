import { describeModel } from '../kit/describeModel.ts';
import { importProgressModel } from './importProgress.model.ts';

describeModel(importProgressModel);
