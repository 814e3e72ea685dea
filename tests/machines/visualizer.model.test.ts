import { describeModel } from '../kit/describeModel.ts';
import { visualizerModel } from './visualizer.model.ts';

describeModel(visualizerModel);
