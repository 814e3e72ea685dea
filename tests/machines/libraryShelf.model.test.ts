import { describeModel } from '../kit/describeModel.ts';
import { libraryShelfModel } from './libraryShelf.model.ts';

describeModel(libraryShelfModel);
