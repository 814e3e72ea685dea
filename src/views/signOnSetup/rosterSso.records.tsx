import { m } from '../../paraglide/messages.js';
import { rosterSso } from './rosterSso.screen.ts';
import { signOnSetupScreen } from './signOnSetupScreen.tsx';

/** The school-roster single sign-on (`admin/manageUsers/rosterSso`). */
export default signOnSetupScreen('roster', { ...rosterSso, title: m.signOnSetup_roster_title, lead: m.signOnSetup_roster_lead });
