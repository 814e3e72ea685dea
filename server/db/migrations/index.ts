import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../schema.ts';
import { foundation } from './001-foundation.ts';
import { waysIn } from './002-ways-in.ts';
import { timedAttempts } from './003-timed-attempts.ts';
import { library } from './004-library.ts';
import { profile } from './005-profile.ts';
import { player } from './006-player.ts';
import { lessonLinks } from './007-lesson-links.ts';
import { rostering } from './008-rostering.ts';
import { workspace } from './009-workspace.ts';
import { myLibrary } from './010-my-library.ts';
import { reports } from './011-reports.ts';
import { sharing } from './012-sharing.ts';
import { inbox } from './013-inbox.ts';
import { graded } from './014-graded.ts';
import { lessonLists } from './015-lesson-lists.ts';
import { sessions } from './016-sessions.ts';
import { secondFactor } from './018-second-factor.ts';
import { assigning } from './023-assigning.ts';
import { health } from './024-health.ts';
import { mailQueue } from './026-mail-queue.ts';
import { rosterReports } from './027-roster-reports.ts';
import { codesAndFolders } from './029-codes-and-folders.ts';
import { openReadings } from './030-open-readings.ts';
import { waysOfSessions } from './031-ways-of-sessions.ts';
import { rolesAndLanguages } from './032-roles-and-languages.ts';
import { subjects } from './033-subjects.ts';
import { attemptsByQuiz } from './034-attempts-by-quiz.ts';
import { dailyUse } from './035-daily-use.ts';
import { exportJobs } from './036-exports.ts';
import { grading } from './037-grading.ts';
import { scoring } from './038-scoring.ts';
import { feedback } from './039-feedback.ts';
import { glossary } from './041-glossary.ts';
import { auditOrigins } from './042-audit.ts';
import { ownQuizzes } from './043-own-quizzes.ts';
import { richQuestions } from './044-rich-questions.ts';
import { auditSubjects } from './045-audit-subjects.ts';
import { schools } from './046-schools.ts';
import { grades } from './047-grades.ts';
import { districts } from './048-districts.ts';
import { permissions } from './050-permissions.ts';
import { announcements } from './051-announcements.ts';
import { auditRetention } from './053-audit-retention.ts';
import { quizGames } from './056-quiz-games.ts';
import { privacy } from './057-privacy.ts';
import { archives } from './058-archives.ts';
import { contentSetup } from './059-content-setup.ts';
import { gameGuests } from './062-game-guests.ts';
import { saml } from './063-saml.ts';
import { lti } from './064-lti.ts';
import { rosterConnections } from './065-roster-connections.ts';
import { signOnProviders } from './066-sign-on-providers.ts';
import { integrationUse } from './067-integration-use.ts';
import { providerSessions } from './068-provider-sessions.ts';
import { classroom } from './069-classroom.ts';
import { catalogQuizzes } from './070-catalog-quizzes.ts';
import { classroomWork } from './071-classroom-work.ts';
import { rosterSessions } from './072-roster-sessions.ts';
import { rosterMetadata } from './073-roster-metadata.ts';
import { rosterPlaces } from './074-roster-places.ts';
import { catalogItems } from './075-catalog-items.ts';
import { rosterSync } from './078-roster-sync.ts';
import { termHelp } from './080-term-help.ts';
import { prebuiltSources } from './082-prebuilt-sources.ts';
import { termSets } from './083-term-sets.ts';
import { ownTerms } from './084-own-terms.ts';
import { catalogDrafters } from './086-catalog-drafters.ts';
import { gamesThatCount } from './089-games-that-count.ts';
import { samlUnlinked } from './090-saml-unlinked.ts';
import { courseImports } from './091-course-imports.ts';
import { answersOfGames } from './095-answers-of-games.ts';
import { samlTesters } from './097-saml-testers.ts';
import { courseExports } from './098-course-exports.ts';
import { catalogTerms } from './100-catalog-terms.ts';
import { unusedPictures } from './102-unused-pictures.ts';
import { ltiInvitations } from './104-lti-invitations.ts';
import { decidedRegistrations } from './105-decided-registrations.ts';
import { ltiMembers } from './106-lti-members.ts';
import { linksByHand } from './107-links-by-hand.ts';
import { samlSpareKey } from './108-saml-spare-key.ts';
import { districtErasures } from './109-district-erasures.ts';
import { mailOfDistrict } from './110-mail-of-district.ts';
import { responsesWithoutPoints } from './111-responses-without-points.ts';

/** All migrations, oldest first. Names are stored in the database and never change. */
export const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-ways-in': waysIn,
  '003-timed-attempts': timedAttempts,
  '004-library': library,
  '005-profile': profile,
  '006-player': player,
  '007-lesson-links': lessonLinks,
  '008-rostering': rostering,
  '009-workspace': workspace,
  '010-my-library': myLibrary,
  '011-reports': reports,
  '012-sharing': sharing,
  '013-inbox': inbox,
  '014-graded': graded,
  '015-lesson-lists': lessonLists,
  '016-sessions': sessions,
  '018-second-factor': secondFactor,
  '023-assigning': assigning,
  '024-health': health,
  '026-mail-queue': mailQueue,
  '027-roster-reports': rosterReports,
  '029-codes-and-folders': codesAndFolders,
  '030-open-readings': openReadings,
  '031-ways-of-sessions': waysOfSessions,
  '032-roles-and-languages': rolesAndLanguages,
  '033-subjects': subjects,
  '034-attempts-by-quiz': attemptsByQuiz,
  '035-daily-use': dailyUse,
  '036-exports': exportJobs,
  '037-grading': grading,
  '038-scoring': scoring,
  '039-feedback': feedback,
  '041-glossary': glossary,
  '042-audit': auditOrigins,
  '043-own-quizzes': ownQuizzes,
  '044-rich-questions': richQuestions,
  '045-audit-subjects': auditSubjects,
  '046-schools': schools,
  '047-grades': grades,
  '048-districts': districts,
  '050-permissions': permissions,
  '051-announcements': announcements,
  '053-audit-retention': auditRetention,
  '056-quiz-games': quizGames,
  '057-privacy': privacy,
  '058-archives': archives,
  '059-content-setup': contentSetup,
  '062-game-guests': gameGuests,
  '063-saml': saml,
  '064-lti': lti,
  '065-roster-connections': rosterConnections,
  '066-sign-on-providers': signOnProviders,
  '067-integration-use': integrationUse,
  '068-provider-sessions': providerSessions,
  '069-classroom': classroom,
  '070-catalog-quizzes': catalogQuizzes,
  '071-classroom-work': classroomWork,
  '072-roster-sessions': rosterSessions,
  '073-roster-metadata': rosterMetadata,
  '074-roster-places': rosterPlaces,
  '075-catalog-items': catalogItems,
  '078-roster-sync': rosterSync,
  '080-term-help': termHelp,
  '082-prebuilt-sources': prebuiltSources,
  '083-term-sets': termSets,
  '084-own-terms': ownTerms,
  '086-catalog-drafters': catalogDrafters,
  '089-games-that-count': gamesThatCount,
  '090-saml-unlinked': samlUnlinked,
  '091-course-imports': courseImports,
  '095-answers-of-games': answersOfGames,
  '097-saml-testers': samlTesters,
  '098-course-exports': courseExports,
  '100-catalog-terms': catalogTerms,
  '102-unused-pictures': unusedPictures,
  '104-lti-invitations': ltiInvitations,
  '105-decided-registrations': decidedRegistrations,
  '106-lti-members': ltiMembers,
  '107-links-by-hand': linksByHand,
  '108-saml-spare-key': samlSpareKey,
  '109-district-erasures': districtErasures,
  '110-mail-of-district': mailOfDistrict,
  '111-responses-without-points': responsesWithoutPoints,
};

/** Migrates the database to the newest schema. Throws the error of a failing migration. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
}
