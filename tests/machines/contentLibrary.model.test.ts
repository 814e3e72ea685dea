import { describeModel } from '../kit/describeModel.ts';
import { contentLibraryModel } from './contentLibrary.model.ts';

describeModel(contentLibraryModel);
