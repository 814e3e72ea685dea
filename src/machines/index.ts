import type { AnyStateMachine } from 'xstate';
import { appMachine } from './app/appMachine.ts';
import { assignMachine } from './assign/assignMachine.ts';
import { assignmentDatesMachine } from './assign/assignmentDatesMachine.ts';
import { assignmentVisibilityMachine } from './assign/assignmentVisibilityMachine.ts';
import { assignNowMachine } from './assign/assignNowMachine.ts';
import { changePasswordMachine } from './changePassword/changePasswordMachine.ts';
import { closingMachine } from './closing/closingMachine.ts';
import { codeLoginMachine } from './codeLogin/codeLoginMachine.ts';
import { collectionMachine } from './collection/collectionMachine.ts';
import { commandMachine } from './command/commandMachine.ts';
import { contentLibraryMachine } from './contentLibrary/contentLibraryMachine.ts';
import { contentTrackingMachine } from './contentTracking/contentTrackingMachine.ts';
import { externalResourceMachine } from './externalResource/externalResourceMachine.ts';
import { feedbackMachine } from './feedback/feedbackMachine.ts';
import { classTransferMachine } from './groups/classTransferMachine.ts';
import { labelsMachine } from './groups/labelsMachine.ts';
import { hintMachine } from './hint/hintMachine.ts';
import { fileReadingMachine } from './importWizard/fileReadingMachine.ts';
import { importDecisionMachine } from './importWizard/importDecisionMachine.ts';
import { importOutcomeMachine } from './importWizard/importOutcomeMachine.ts';
import { importProgressMachine } from './importWizard/importProgressMachine.ts';
import { importRefusalMachine } from './importWizard/importRefusalMachine.ts';
import { importWizardMachine } from './importWizard/importWizardMachine.ts';
import { inboxMachine } from './inbox/inboxMachine.ts';
import { lessonBuilderMachine } from './lessonBuilder/lessonBuilderMachine.ts';
import { lessonCodeMachine } from './lessonCode/lessonCodeMachine.ts';
import { lessonLinkMachine } from './lessonLink/lessonLinkMachine.ts';
import { lessonPlayerMachine } from './lessonPlayer/lessonPlayerMachine.ts';
import { libraryShelfMachine } from './libraryShelf/libraryShelfMachine.ts';
import { liveActivityMachine } from './liveActivity/liveActivityMachine.ts';
import { loginMachine } from './login/loginMachine.ts';
import { noticesMachine } from './notices/noticesMachine.ts';
import { notificationMachine } from './notification/notificationMachine.ts';
import { offlineLessonsMachine } from './offlineLessons/offlineLessonsMachine.ts';
import { outboxMachine } from './outbox/outboxMachine.ts';
import { passwordResetMachine } from './passwordReset/passwordResetMachine.ts';
import { printableQuizMachine } from './printableQuiz/printableQuizMachine.ts';
import { profileMachine } from './profile/profileMachine.ts';
import { providerAssessmentMachine } from './providerAssessment/providerAssessmentMachine.ts';
import { lessonCheckMachine } from './quiz/lessonCheckMachine.ts';
import { quizMachine } from './quiz/quizMachine.ts';
import { quizPreviewMachine } from './quiz/quizPreviewMachine.ts';
import { reassignMachine } from './reassign/reassignMachine.ts';
import { recordEditorMachine } from './record/recordEditorMachine.ts';
import { registrationMachine } from './registration/registrationMachine.ts';
import { releaseMachine } from './release/releaseMachine.ts';
import { reportMachine } from './report/reportMachine.ts';
import { rosterFileMachine } from './rostering/rosterFileMachine.ts';
import { rosteringMachine } from './rostering/rosteringMachine.ts';
import { factorEnrollmentMachine } from './secondFactor/factorEnrollmentMachine.ts';
import { secondStepMachine } from './secondFactor/secondStepMachine.ts';
import { selectSchoolMachine } from './selectSchool/selectSchoolMachine.ts';
import { sessionMachine } from './session/sessionMachine.ts';
import { linkSharingMachine } from './sharing/linkSharingMachine.ts';
import { shareMachine } from './sharing/shareMachine.ts';
import { singleSignOnMachine } from './singleSignOn/singleSignOnMachine.ts';
import { spinnerMachine } from './spinner/spinnerMachine.ts';
import { visualizerMachine } from './visualizer/visualizerMachine.ts';
import { lessonListMachine } from './workspace/lessonListMachine.ts';
import { workspaceMachine } from './workspace/workspaceMachine.ts';

/** Every chart by id, as used by the docs, the visualizer, and the model tests. */
export const charts: Record<string, AnyStateMachine> = {
  app: appMachine,
  session: sessionMachine,
  spinner: spinnerMachine,
  notices: noticesMachine,
  login: loginMachine,
  secondStep: secondStepMachine,
  factorEnrollment: factorEnrollmentMachine,
  codeLogin: codeLoginMachine,
  singleSignOn: singleSignOnMachine,
  selectSchool: selectSchoolMachine,
  passwordReset: passwordResetMachine,
  registration: registrationMachine,
  profile: profileMachine,
  changePassword: changePasswordMachine,
  hint: hintMachine,
  feedback: feedbackMachine,
  inbox: inboxMachine,
  notification: notificationMachine,
  lessonPlayer: lessonPlayerMachine,
  closing: closingMachine,
  contentTracking: contentTrackingMachine,
  printableQuiz: printableQuizMachine,
  providerAssessment: providerAssessmentMachine,
  quiz: quizMachine,
  outbox: outboxMachine,
  lessonLink: lessonLinkMachine,
  offlineLessons: offlineLessonsMachine,
  assign: assignMachine,
  assignNow: assignNowMachine,
  assignmentDates: assignmentDatesMachine,
  assignmentVisibility: assignmentVisibilityMachine,
  linkSharing: linkSharingMachine,
  share: shareMachine,
  release: releaseMachine,
  report: reportMachine,
  reassign: reassignMachine,
  liveActivity: liveActivityMachine,
  lessonCheck: lessonCheckMachine,
  quizPreview: quizPreviewMachine,
  lessonCode: lessonCodeMachine,
  contentLibrary: contentLibraryMachine,
  libraryShelf: libraryShelfMachine,
  externalResource: externalResourceMachine,
  workspace: workspaceMachine,
  lessonList: lessonListMachine,
  lessonBuilder: lessonBuilderMachine,
  rostering: rosteringMachine,
  rosterFile: rosterFileMachine,
  importWizard: importWizardMachine,
  fileReading: fileReadingMachine,
  importRefusal: importRefusalMachine,
  importDecision: importDecisionMachine,
  importProgress: importProgressMachine,
  importOutcome: importOutcomeMachine,
  classTransfer: classTransferMachine,
  labels: labelsMachine,
  collection: collectionMachine,
  command: commandMachine,
  recordEditor: recordEditorMachine,
  visualizer: visualizerMachine,
};
