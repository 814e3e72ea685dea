import { describeModel } from '../kit/describeModel.ts';
import { draftEditorModel } from './draftEditor.model.ts';

describeModel(draftEditorModel);
