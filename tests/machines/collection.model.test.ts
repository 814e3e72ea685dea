import { describeModel } from '../kit/describeModel.ts';
import { collectionModel } from './collection.model.ts';

describeModel(collectionModel);
