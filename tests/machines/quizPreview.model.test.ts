import { describeModel } from '../kit/describeModel.ts';
import { quizPreviewModel } from './quizPreview.model.ts';

describeModel(quizPreviewModel);
