import { describeModel } from '../kit/describeModel.ts';
import { quizEditorModel } from './quizEditor.model.ts';

describeModel(quizEditorModel);
