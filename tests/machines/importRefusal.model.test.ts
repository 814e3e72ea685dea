import { describeModel } from '../kit/describeModel.ts';
import { importRefusalModel } from './importRefusal.model.ts';

describeModel(importRefusalModel);
