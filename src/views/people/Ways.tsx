import type { RoleId } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { audit } from '../audit/audit.screen.ts';
import { contentSetup } from '../contentSetup/contentSetup.screen.ts';
import { districts } from '../districts/districts.screen.ts';
import { dataExport } from '../exports/dataExport.screen.ts';
import { grades } from '../grades/grades.screen.ts';
import { askProvider } from '../inbox/askProvider.screen.ts';
import { inbox } from '../inbox/inbox.screen.ts';
import { userNotification } from '../inbox/userNotification.screen.ts';
import { assessmentQuestionAnswer } from '../itemBank/assessmentQuestionAnswer.screen.ts';
import { questionAnswer } from '../itemBank/questionAnswer.screen.ts';
import { ltiConsumer } from '../lti/ltiConsumer.screen.ts';
import { assignNewPermission } from '../permissions/assignNewPermission.screen.ts';
import { managePermision } from '../permissions/managePermision.screen.ts';
import { moduleAssignment } from '../permissions/moduleAssignment.screen.ts';
import { permissionList } from '../permissions/permissionList.screen.ts';
import { useAsker } from '../permissions/rights.ts';
/** A screen, its name, and what it is for. */
import { prebuiltAssignResource } from '../prebuilt/prebuiltAssignResource.screen.ts';
import { privacyHome } from '../privacy/privacyHome.screen.ts';
import { connections } from '../rostering/connections.screen.ts';
import { rosterHistory } from '../rostering/history.screen.ts';
import { rosterSync } from '../rostering/rosterSync.screen.ts';
import { rosterSyncStatus } from '../rostering/rosterSyncStatus.screen.ts';
import { rosters } from '../rostering/rosters.screen.ts';
import { saml } from '../saml/saml.screen.ts';
import { samlIdentity } from '../saml/samlIdentity.screen.ts';
import { samlSignIns } from '../saml/samlSignIns.screen.ts';
import { schools } from '../schools/schools.screen.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { classroomSso } from '../signOnSetup/classroomSso.screen.ts';
import { rosterSso } from '../signOnSetup/rosterSso.screen.ts';
import { subjects } from '../subjects/subjects.screen.ts';
import { technicalStatus } from '../technicalStatus/technicalStatus.screen.ts';
import { usageHome } from '../usageReports/usageHome.screen.ts';
import { addUser } from './add.screen.ts';
import { peopleHome } from './peopleHome.screen.ts';
export type Way = readonly [screen: ScreenAddress, name: () => string, about: () => string];

/** The screens about users, schools and classes. */
export const peopleWays: readonly Way[] = [
  [manageUsers, m.account_users_title, m.people_users_about],
  [addUser, m.people_add, m.people_add_about],
  [rosters, m.rostering_home, m.people_rosters_about],
  [connections, m.connections_title, m.people_connections_about],
  [rosterSync, m.rosterSync_title, m.rosterSync_about],
  [rosterSyncStatus, m.rosterSync_status, m.rosterSync_status_about],
  [rosterHistory, m.rostering_history, m.people_history_about],
  [schools, m.schools_title, m.schools_about],
  [districts, m.districts_title, m.districts_about],
  [grades, m.admin_grades_title, m.admin_grades_about],
  [subjects, m.admin_subjects_title, m.people_subjects_about],
  [ltiConsumer, m.lti_title, m.lti_lead],
];

/** All screens of administrators. */
export const adminWays: readonly Way[] = [
  [peopleHome, m.people_home_title, m.people_home_lead],
  ...peopleWays.filter(([screen]) => screen !== addUser),
  [rosterSso, m.signOnSetup_roster_title, m.signOnSetup_roster_about],
  [classroomSso, m.signOnSetup_classroom_title, m.signOnSetup_classroom_about],
  [saml, m.saml_title, m.saml_about],
  [samlIdentity, m.saml_identity_title, m.saml_identity_about],
  [samlSignIns, m.saml_log_title, m.saml_log_about],
  [technicalStatus, m.technical_title, m.technical_about],
  [inbox, m.admin_inbox_title, m.people_inbox_about],
  [userNotification, m.admin_notification_title, m.admin_notification_about],
  [askProvider, m.admin_ask_title, m.admin_ask_about],
  [contentSetup, m.contentSetup_title, m.contentSetup_about],
  [prebuiltAssignResource, m.prebuilt_title, m.prebuilt_about],
  [questionAnswer, m.itemBank_quizzes, m.itemBank_quizzes_about],
  [assessmentQuestionAnswer, m.itemBank_assessments, m.itemBank_assessments_about],
  [usageHome, m.usageReports_nav, m.people_usage_about],
  [dataExport, m.exports_title, m.people_export_about],
  [permissionList, m.permissions_matrix_title, m.permissions_matrix_about],
  [managePermision, m.permissions_title, m.permissions_about],
  [assignNewPermission, m.permissions_assign_list, m.permissions_assign_about],
  [moduleAssignment, m.permissions_modules_title, m.permissions_modules_about],
  [audit, m.audit_title, m.people_audit_about],
  [privacyHome, m.privacy_title, m.privacy_lead],
];

/** The ways to other screens, as far as the user may open them. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  const { role, rights } = useAsker();
  return (
    <Grid min="m">
      {ways
        .filter(([{ roles, right }]) => roles.includes(role as RoleId) || (right !== undefined && rights.includes(right)))
        .map(([screen, name, about]) => (
          <Card key={screen.path} title={name()} href={addressOf(screen)}>
            <Text tone="soft">{about()}</Text>
          </Card>
        ))}
    </Grid>
  );
}
