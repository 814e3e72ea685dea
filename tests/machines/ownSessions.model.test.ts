import { describeModel } from '../kit/describeModel.ts';
import { ownSessionsModel } from './ownSessions.model.ts';

describeModel(ownSessionsModel);
