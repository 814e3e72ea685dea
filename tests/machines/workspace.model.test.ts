import { describeModel } from '../kit/describeModel.ts';
import { workspaceModel } from './workspace.model.ts';

describeModel(workspaceModel);
