import { recordScreen } from '../records/recordScreen.tsx';
import { manageUsers } from './manageUsers.screen.ts';
import { userList } from './userList.tsx';

/** The users in an administrator's scope. */
export default recordScreen(userList(manageUsers));
