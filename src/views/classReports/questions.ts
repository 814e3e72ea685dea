import { m } from '../../paraglide/messages.js';

/** What teachers ask about a class, by the places where `viewReport` answers. */
export const questions = {
  class: m.classReports_ask_class,
  help: m.classReports_ask_help,
  questions: m.classReports_ask_questions,
  standards: m.progressMonitoring_ask_standards,
  growth: m.progressMonitoring_ask,
  reading: m.studentReports_ask_reading,
  terms: m.glossary_ask,
  games: m.quizGame_ask,
  student: m.classReports_ask_student,
};
