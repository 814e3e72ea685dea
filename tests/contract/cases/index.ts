import type { Calls } from '../../../contract/index.ts';
import { accountCases } from './account.ts';
import { assigningCases } from './assigning.ts';
import { assignmentReportsCases } from './assignmentReports.ts';
import { assignmentsCases } from './assignments.ts';
import { auditCases } from './audit.ts';
import { authoringCases } from './authoring.ts';
import { autogradeCases } from './autograde.ts';
import type { Case } from './case.ts';

export type { Case };

import { catalogTermsCases } from './catalogTerms.ts';
import { classReportsCases } from './classReports.ts';
import { classroomCases } from './classroom.ts';
import { classTransfersCases } from './classTransfers.ts';
import { closingCases } from './closing.ts';
import { commentsCases } from './comments.ts';
import { contentCases } from './content.ts';
import { contentSetupCases } from './contentSetup.ts';
import { contentTrackingCases } from './contentTracking.ts';
import { courseImportCases } from './courseImport.ts';
import { districtsCases } from './districts.ts';
import { exportsCases } from './exports.ts';
import { glossaryCases } from './glossary.ts';
import { gradesCases } from './grades.ts';
import { groupsCases } from './groups.ts';
import { helpCases } from './help.ts';
import { inboxCases } from './inbox.ts';
import { itemBankCases } from './itemBank.ts';
import { lessonCodeCases } from './lessonCode.ts';
import { lessonLinkCases } from './lessonLink.ts';
import { libraryCases } from './library.ts';
import { loginCases } from './login.ts';
import { ltiCases } from './lti.ts';
import { notificationsCases } from './notifications.ts';
import { oneRosterApiCases } from './oneRosterApi.ts';
import { ownTermsCases } from './ownTerms.ts';
import { peopleCases } from './people.ts';
import { permissionsCases } from './permissions.ts';
import { prebuiltCases } from './prebuilt.ts';
import { privacyCases } from './privacy.ts';
import { profileCases } from './profile.ts';
import { progressMonitoringCases } from './progressMonitoring.ts';
import { providerCases } from './provider.ts';
import { providerHelpCases } from './providerHelp.ts';
import { quizCases } from './quiz.ts';
import { quizGameCases } from './quizGame.ts';
import { registrationCases } from './registration.ts';
import { reportsCases } from './reports.ts';
import { rosteringCases } from './rostering.ts';
import { rosterSessionsCases } from './rosterSessions.ts';
import { rosterSyncCases } from './rosterSync.ts';
import { samlCases } from './saml.ts';
import { schoolsCases } from './schools.ts';
import { secondFactorCases } from './secondFactor.ts';
import { sharingCases } from './sharing.ts';
import { signOnSetupCases } from './signOnSetup.ts';
import { ssoCases } from './sso.ts';
import { studentCases } from './student.ts';
import { studentReportsCases } from './studentReports.ts';
import { studentWorkCases } from './studentWork.ts';
import { subjectsCases } from './subjects.ts';
import { technicalStatusCases } from './technicalStatus.ts';
import { termSetsCases } from './termSets.ts';
import { usageReportsCases } from './usageReports.ts';
import { workspaceCases } from './workspace.ts';

/** A valid request for every call. A call without one does not compile. */
export const cases: { [Name in keyof Calls]: Case<Name> } = {
  ...loginCases,
  ...accountCases,
  ...ltiCases,
  ...technicalStatusCases,
  ...termSetsCases,
  ...auditCases,
  ...oneRosterApiCases,
  ...rosterSessionsCases,
  ...rosterSyncCases,
  ...ownTermsCases,
  ...catalogTermsCases,
  ...peopleCases,
  ...privacyCases,
  ...permissionsCases,
  ...providerHelpCases,
  ...notificationsCases,
  ...secondFactorCases,
  ...profileCases,
  ...inboxCases,
  ...itemBankCases,
  ...registrationCases,
  ...ssoCases,
  ...signOnSetupCases,
  ...classroomCases,
  ...authoringCases,
  ...autogradeCases,
  ...classReportsCases,
  ...progressMonitoringCases,
  ...assignmentReportsCases,
  ...studentReportsCases,
  ...closingCases,
  ...exportsCases,
  ...contentCases,
  ...contentSetupCases,
  ...courseImportCases,
  ...prebuiltCases,
  ...libraryCases,
  ...glossaryCases,
  ...helpCases,
  ...contentTrackingCases,
  ...providerCases,
  ...studentCases,
  ...studentWorkCases,
  ...lessonCodeCases,
  ...lessonLinkCases,
  ...quizCases,
  ...quizGameCases,
  ...commentsCases,
  ...assignmentsCases,
  ...assigningCases,
  ...sharingCases,
  ...reportsCases,
  ...workspaceCases,
  ...rosteringCases,
  ...groupsCases,
  ...classTransfersCases,
  ...samlCases,
  ...schoolsCases,
  ...districtsCases,
  ...gradesCases,
  ...subjectsCases,
  ...usageReportsCases,
};
