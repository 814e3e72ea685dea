import { describeModel } from './describeModel.ts';
import { loginSampleModel } from './samples/loginSample.ts';
import { playerSampleModel } from './samples/playerSample.ts';

describeModel(loginSampleModel);
describeModel(playerSampleModel);
