import type { AnyStateMachine } from 'xstate';
import { passwordResetMachine } from './account/passwordResetMachine.ts';
import { appMachine } from './app/appMachine.ts';
import { noticesMachine } from './app/noticesMachine.ts';
import { spinnerMachine } from './app/spinnerMachine.ts';
import { assignMachine } from './assigning/assignMachine.ts';
import { assignmentDatesMachine } from './assigning/assignmentDatesMachine.ts';
import { assignmentVisibilityMachine } from './assigning/assignmentVisibilityMachine.ts';
import { assignNowMachine } from './assigning/assignNowMachine.ts';
import { draftEditorMachine } from './authoring/draftEditorMachine.ts';
import { autogradeMachine } from './autograde/autogradeMachine.ts';
import { gradeDeliveryMachine } from './autograde/gradeDeliveryMachine.ts';
import { responseMachine } from './autograde/responseMachine.ts';
import { closingMachine } from './closing/closingMachine.ts';
import { collectionMachine } from './collection/collectionMachine.ts';
import { commandMachine } from './command/commandMachine.ts';
import { feedbackReadingMachine } from './comments/feedbackReadingMachine.ts';
import { courseImportMachine } from './contentSetup/courseImportMachine.ts';
import { contentTrackingMachine } from './contentTracking/contentTrackingMachine.ts';
import { printableQuizMachine } from './contentTracking/printableQuizMachine.ts';
import { explainerMachine } from './developer/explainerMachine.ts';
import { visualizerMachine } from './developer/visualizerMachine.ts';
import { exportJobMachine } from './exports/exportJobMachine.ts';
import { fillInMachine } from './glossary/fillInMachine.ts';
import { classTransferMachine } from './groups/classTransferMachine.ts';
import { labelsMachine } from './groups/labelsMachine.ts';
import { messageMachine } from './inbox/messageMachine.ts';
import { notificationMachine } from './inbox/notificationMachine.ts';
import { lessonCodeMachine } from './lessonCode/lessonCodeMachine.ts';
import { lessonLinkMachine } from './lessonLink/lessonLinkMachine.ts';
import { contentLibraryMachine } from './library/contentLibraryMachine.ts';
import { externalResourceMachine } from './library/externalResourceMachine.ts';
import { libraryShelfMachine } from './library/libraryShelfMachine.ts';
import { searchFieldMachine } from './library/searchFieldMachine.ts';
import { workspaceDialogsMachine } from './library/workspaceDialogsMachine.ts';
import { codeLoginMachine } from './login/codeLoginMachine.ts';
import { loginMachine } from './login/loginMachine.ts';
import { sessionMachine } from './login/sessionMachine.ts';
import { lessonPlayerMachine } from './player/lessonPlayerMachine.ts';
import { offlineLessonsMachine } from './player/offlineLessonsMachine.ts';
import { playbackMachine } from './player/playbackMachine.ts';
import { changePasswordMachine } from './profile/changePasswordMachine.ts';
import { feedbackMachine } from './profile/feedbackMachine.ts';
import { profileMachine } from './profile/profileMachine.ts';
import { providerAssessmentMachine } from './provider/providerAssessmentMachine.ts';
import { providerPreviewMachine } from './provider/providerPreviewMachine.ts';
import { claimMachine } from './quiz/claimMachine.ts';
import { contactMachine } from './quiz/contactMachine.ts';
import { lessonCheckMachine } from './quiz/lessonCheckMachine.ts';
import { outboxMachine } from './quiz/outboxMachine.ts';
import { quizMachine } from './quiz/quizMachine.ts';
import { quizPreviewMachine } from './quiz/quizPreviewMachine.ts';
import { quizGameMachine } from './quizGame/quizGameMachine.ts';
import { quizPlayerMachine } from './quizGame/quizPlayerMachine.ts';
import { roomMachine } from './quizGame/roomMachine.ts';
import { recordEditorMachine } from './records/recordEditorMachine.ts';
import { registrationMachine } from './registration/registrationMachine.ts';
import { liveActivityMachine } from './reports/liveActivityMachine.ts';
import { reassignMachine } from './reports/reassignMachine.ts';
import { releaseMachine } from './reports/releaseMachine.ts';
import { reportMachine } from './reports/reportMachine.ts';
import { fileReadingMachine } from './rostering/fileReadingMachine.ts';
import { importDecisionMachine } from './rostering/importDecisionMachine.ts';
import { importOutcomeMachine } from './rostering/importOutcomeMachine.ts';
import { importProgressMachine } from './rostering/importProgressMachine.ts';
import { importRefusalMachine } from './rostering/importRefusalMachine.ts';
import { importWizardMachine } from './rostering/importWizardMachine.ts';
import { rosterFileMachine } from './rostering/rosterFileMachine.ts';
import { factorEnrollmentMachine } from './secondFactor/factorEnrollmentMachine.ts';
import { secondStepMachine } from './secondFactor/secondStepMachine.ts';
import { linkSharingMachine } from './sharing/linkSharingMachine.ts';
import { shareMachine } from './sharing/shareMachine.ts';
import { hintMachine } from './shell/hintMachine.ts';
import { selectSchoolMachine } from './sso/selectSchoolMachine.ts';
import { singleSignOnMachine } from './sso/singleSignOnMachine.ts';
import { additionMachine } from './workspace/additionMachine.ts';
import { assignCheckMachine } from './workspace/assignCheckMachine.ts';
import { folderNamingMachine } from './workspace/folderNamingMachine.ts';
import { itemMoveMachine } from './workspace/itemMoveMachine.ts';
import { lessonBuilderMachine } from './workspace/lessonBuilderMachine.ts';
import { lessonConflictMachine } from './workspace/lessonConflictMachine.ts';
import { lessonListMachine } from './workspace/lessonListMachine.ts';
import { saveQuestionMachine } from './workspace/saveQuestionMachine.ts';
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
  feedbackReading: feedbackReadingMachine,
  message: messageMachine,
  notification: notificationMachine,
  lessonPlayer: lessonPlayerMachine,
  draftEditor: draftEditorMachine,
  autograde: autogradeMachine,
  gradeDelivery: gradeDeliveryMachine,
  response: responseMachine,
  closing: closingMachine,
  contentTracking: contentTrackingMachine,
  printableQuiz: printableQuizMachine,
  providerAssessment: providerAssessmentMachine,
  providerPreview: providerPreviewMachine,
  quiz: quizMachine,
  claim: claimMachine,
  contact: contactMachine,
  outbox: outboxMachine,
  lessonLink: lessonLinkMachine,
  offlineLessons: offlineLessonsMachine,
  playback: playbackMachine,
  assign: assignMachine,
  assignNow: assignNowMachine,
  assignmentDates: assignmentDatesMachine,
  assignmentVisibility: assignmentVisibilityMachine,
  linkSharing: linkSharingMachine,
  share: shareMachine,
  release: releaseMachine,
  room: roomMachine,
  quizGame: quizGameMachine,
  quizPlayer: quizPlayerMachine,
  report: reportMachine,
  reassign: reassignMachine,
  liveActivity: liveActivityMachine,
  lessonCheck: lessonCheckMachine,
  quizPreview: quizPreviewMachine,
  lessonCode: lessonCodeMachine,
  contentLibrary: contentLibraryMachine,
  searchField: searchFieldMachine,
  fillIn: fillInMachine,
  libraryShelf: libraryShelfMachine,
  externalResource: externalResourceMachine,
  workspace: workspaceMachine,
  folderNaming: folderNamingMachine,
  itemMove: itemMoveMachine,
  workspaceDialogs: workspaceDialogsMachine,
  lessonList: lessonListMachine,
  lessonBuilder: lessonBuilderMachine,
  saveQuestion: saveQuestionMachine,
  lessonConflict: lessonConflictMachine,
  assignCheck: assignCheckMachine,
  addition: additionMachine,
  rosterFile: rosterFileMachine,
  importWizard: importWizardMachine,
  fileReading: fileReadingMachine,
  importRefusal: importRefusalMachine,
  importDecision: importDecisionMachine,
  importProgress: importProgressMachine,
  exportJob: exportJobMachine,
  courseImport: courseImportMachine,
  importOutcome: importOutcomeMachine,
  classTransfer: classTransferMachine,
  labels: labelsMachine,
  collection: collectionMachine,
  command: commandMachine,
  recordEditor: recordEditorMachine,
  visualizer: visualizerMachine,
  explainer: explainerMachine,
};
