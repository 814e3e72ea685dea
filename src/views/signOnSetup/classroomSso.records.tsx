import { m } from '../../paraglide/messages.js';
import { classroomSso } from './classroomSso.screen.ts';
import { signOnSetupScreen } from './signOnSetupScreen.tsx';

/** The classroom single sign-on (`admin/manageUsers/classroomSso`). */
export default signOnSetupScreen('classroom', {
  ...classroomSso,
  title: m.signOnSetup_classroom_title,
  lead: m.signOnSetup_classroom_lead,
});
