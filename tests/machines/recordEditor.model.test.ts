import { describeModel } from '../kit/describeModel.ts';
import { recordEditorModel } from './recordEditor.model.ts';

describeModel(recordEditorModel);
