import { describeModel } from '../kit/describeModel.ts';
import { playbackModel } from './playback.model.ts';

describeModel(playbackModel);
