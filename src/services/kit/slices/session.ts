import { login } from '../../../../contract/login.ts';
import { slice } from '../persistence.ts';

export const sessionSlice = slice('session', 1, login.navTabStatus.data, 500);
