// @vitest-environment jsdom
import { describeView } from './describeView.ts';
import { loginSampleModel } from './samples/loginSample.ts';
import { loginSampleWalk } from './samples/loginSampleWalk.tsx';

describeView(loginSampleModel, loginSampleWalk);
