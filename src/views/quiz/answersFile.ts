import { isAnswered, type KeptAttempt, toSubmit, unsent } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { downloadText } from '../../ui/download.ts';
import { answerInWords } from './answers.ts';

const plainText = (html: string) =>
  html
    .replace(/<math alttext="([^"]*)">(?:(?!<\/math>)[\s\S])*<\/math>/g, ' $1 ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

interface AnswersFile {
  attempt: KeptAttempt;
  /** Empty if the device does not have them: then only the data is written. */
  questions: readonly Question[];
  /** Null if the student could not be identified. */
  student: string | null;
  /** Time of the download, formatted. */
  time: string;
}

/** The unsent answers of an attempt as readable text, followed by data that a teacher can import. */
export function answersText({ attempt, questions, student, time }: AnswersFile): string {
  const missing = new Set(unsent(attempt));
  // A submission that the server does not have is unsent as a whole.
  const isWanted = (id: number) => missing.has(id) || attempt.isHandedIn;
  const answered = questions.flatMap((question, at) => {
    const answer = attempt.answers[question.id];
    if (!isWanted(question.id) || !isAnswered(answer)) return [];
    return [`${m.quiz_file_question({ number: at + 1 })}: ${plainText(question.question_text)}\n${answerInWords(question, answer)}`];
  });
  const data = {
    result_id: attempt.resultId,
    kind: attempt.kind,
    lesson_id: attempt.lessonId,
    quiz_id: attempt.quizId,
    is_handed_in: attempt.isHandedIn,
    answers: toSubmit(attempt)
      .filter(({ question_id }) => isWanted(question_id))
      .map((answer) => ({ ...answer, given_at: new Date(attempt.answers[answer.question_id]?.givenAt ?? 0).toISOString() })),
  };
  return [
    m.quiz_file_title({ title: attempt.title }),
    ...(student === null ? [] : [m.quiz_receipt_student({ name: student })]),
    m.quiz_file_made({ time }),
    ...answered,
    m.quiz_file_data(),
    JSON.stringify(data, null, 2),
  ].join('\n\n');
}

/** Downloads the file of {@link answersText}. */
export const downloadAnswers = (file: AnswersFile): void =>
  downloadText(`${m.quiz_file_name()}-${file.attempt.resultId}.txt`, 'text/plain', answersText(file));
