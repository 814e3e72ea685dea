import { describeModel } from '../kit/describeModel.ts';
import { workspaceDialogsModel } from './workspaceDialogs.model.ts';

describeModel(workspaceDialogsModel);
