import { m } from '../../paraglide/messages.js';
import { userList } from '../account/userList.tsx';
import { recordScreen } from '../records/recordScreen.tsx';
import { addUser } from './add.screen.ts';

/** The list of users with the form of a new one (`admin/manageUsers/add`). */
export default recordScreen({ ...userList(addUser), title: m.people_add, lead: m.people_add_lead, opensForm: true });
