import { describeModel } from '../kit/describeModel.ts';
import { classTransferModel } from './classTransfer.model.ts';

describeModel(classTransferModel);
