import { account } from './account.ts';
import { assigning } from './assigning.ts';
import { assignmentReports } from './assignmentReports.ts';
import { assignments } from './assignments.ts';
import { audit } from './audit.ts';
import { authoring } from './authoring.ts';
import { autograde } from './autograde.ts';
import { catalogTerms } from './catalogTerms.ts';
import { classReports } from './classReports.ts';
import { classroom } from './classroom.ts';
import { closing } from './closing.ts';
import { comments } from './comments.ts';
import { content } from './content.ts';
import { contentSetup } from './contentSetup.ts';
import { contentTracking } from './contentTracking.ts';
import { courseImport } from './courseImport.ts';
import { districts } from './districts.ts';
import { dataExports } from './exports.ts';
import { glossary } from './glossary.ts';
import { grades } from './grades.ts';
import { classTransfers, groups } from './groups.ts';
import { help } from './help.ts';
import { inbox } from './inbox.ts';
import { itemBank } from './itemBank.ts';
import { lessonCode } from './lessonCode.ts';
import { lessonLink } from './lessonLink.ts';
import { library } from './library.ts';
import { login } from './login.ts';
import { lti } from './lti.ts';
import { notifications } from './notifications.ts';
import { oneRosterApi } from './oneRosterApi.ts';
import { ownTerms } from './ownTerms.ts';
import { people } from './people.ts';
import { permissions } from './permissions.ts';
import { player } from './player.ts';
import { prebuilt } from './prebuilt.ts';
import { privacy } from './privacy.ts';
import { profile } from './profile.ts';
import { progressMonitoring } from './progressMonitoring.ts';
import { provider } from './provider.ts';
import { providerHelp } from './providerHelp.ts';
import { quiz } from './quiz.ts';
import { quizGame } from './quizGame.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { rostering } from './rostering.ts';
import { rosterSessions } from './rosterSessions.ts';
import { rosterSync } from './rosterSync.ts';
import { saml } from './saml.ts';
import { schools } from './schools.ts';
import { secondFactor } from './secondFactor.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { signOnSetup } from './signOnSetup.ts';
import { sso } from './sso.ts';
import { student } from './student.ts';
import { studentReports } from './studentReports.ts';
import { studentWork } from './studentWork.ts';
import { subjects } from './subjects.ts';
import { technicalStatus } from './technicalStatus.ts';
import { termSets } from './termSets.ts';
import { usageReports } from './usageReports.ts';
import { userBatch } from './userBatch.ts';
import { workspace } from './workspace.ts';

/** Every call between SPA and backend, by name. */
export const calls = {
  ...login,
  ...account,
  ...audit,
  ...oneRosterApi,
  ...rosterSessions,
  ...rosterSync,
  ...ownTerms,
  ...catalogTerms,
  ...people,
  ...userBatch,
  ...privacy,
  ...schools,
  ...permissions,
  ...notifications,
  ...secondFactor,
  ...profile,
  ...shell,
  ...inbox,
  ...itemBank,
  ...providerHelp,
  ...registration,
  ...sso,
  ...signOnSetup,
  ...classroom,
  ...saml,
  ...lti,
  ...technicalStatus,
  ...termSets,
  ...content,
  ...contentSetup,
  ...courseImport,
  ...prebuilt,
  ...library,
  ...glossary,
  ...help,
  ...contentTracking,
  ...provider,
  ...student,
  ...player,
  ...studentWork,
  ...lessonCode,
  ...lessonLink,
  ...quiz,
  ...quizGame,
  ...comments,
  ...authoring,
  ...autograde,
  ...classReports,
  ...progressMonitoring,
  ...studentReports,
  ...closing,
  ...dataExports,
  ...assignments,
  ...assigning,
  ...sharing,
  ...reports,
  ...assignmentReports,
  ...workspace,
  ...rostering,
  ...groups,
  ...classTransfers,
  ...subjects,
  ...grades,
  ...districts,
  ...usageReports,
};
export type Calls = typeof calls;
