import { describeModel } from '../kit/describeModel.ts';
import { searchFieldModel } from './searchField.model.ts';

describeModel(searchFieldModel);
