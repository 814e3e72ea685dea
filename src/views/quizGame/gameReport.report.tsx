import { lazy } from 'react';
import { type GameReport, quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { sectionTable } from '../reports/declaration.ts';
import { plainText } from '../reports/plainText.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { gameReport } from './gameReport.screen.ts';
import { teacherGames } from './teacherGames.screen.ts';
import { teacherReportCard } from './teacherReportCard.screen.ts';

type Question = GameReport['questions'][number];
type Player = GameReport['players'][number];

const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((100 * part) / whole));
/** The wrong option that most chose; undefined if nobody was wrong. */
const trap = ({ options }: Question) =>
  options.filter(({ is_answer, count }) => !is_answer && count > 0).toSorted((a, b) => b.count - a.count)[0];

/** A misconception behind wrong answers that were chosen. */
interface Caught {
  misconception: string;
  /** Numbers of the questions. */
  rounds: number[];
  answers: string[];
  count: number;
}

/** What wrong answers say that the class believes, over all questions that count; the most frequent first. */
function caughtIn(questions: readonly Question[]): Caught[] {
  const found = new Map<string, Caught>();
  for (const { round_no, is_skipped, options } of questions)
    for (const { misconception, answer_text, count, is_answer } of options) {
      if (!misconception || is_answer || is_skipped || count === 0) continue;
      const known = found.get(misconception) ?? { misconception, rounds: [], answers: [], count: 0 };
      found.set(misconception, {
        misconception,
        rounds: known.rounds.includes(round_no) ? known.rounds : [...known.rounds, round_no],
        answers: [...known.answers, answer_text],
        count: known.count + count,
      });
    }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}

/** The report card of a game: question by question without names, and student by student. */
export default reportScreen({
  ...gameReport,
  call: quizGame.gameReport,
  input: ({ ids: [game_id] }) => ({ game_id }),
  rows: ({ questions }) => questions,
  name: m.quizGame_report,
  title: ({ title }) => m.quizGame_report_of({ title }),
  back: (data) => [
    { label: m.quizGame_title(), href: addressOf(teacherGames) },
    ...(data ? [{ label: data.title, href: addressOf(teacherReportCard, data.game_id) }] : []),
  ],
  figures: [
    { name: m.quizGame_played, value: ({ players }) => players.length, unit: 'number' },
    { name: m.quizGame_guest_count, value: ({ guest_count }) => guest_count, unit: 'number' },
    { name: m.quizGame_questions, value: ({ question_count }) => question_count, unit: 'number' },
    { name: m.quizGame_date, value: ({ at }) => at, unit: 'day' },
  ],
  rowKey: ({ round_no }) => round_no,
  caption: m.quizGame_by_question,
  columns: {
    number: { header: m.quizGame_number, value: ({ round_no }) => round_no, unit: 'number' },
    question: { header: m.quizGame_question, value: ({ question_text }) => plainText(question_text), isRowHeader: true, width: 'l' },
    answered: { header: m.quizGame_answered_column, value: ({ answered }) => answered, unit: 'number' },
    right: { header: m.quizGame_right_column, value: ({ right, answered }) => percent(right, answered), unit: 'percent' },
    trap: { header: m.quizGame_trap, value: (question) => trap(question)?.answer_text ?? null },
    misconception: { header: m.quizGame_misconception, value: (question) => trap(question)?.misconception ?? null, width: 'l' },
    skipped: {
      header: m.quizGame_skipped_column,
      value: ({ is_skipped }) => (is_skipped ? m.quizGame_yes() : m.quizGame_no()),
    },
  },
  sections: {
    of: ({ questions, players, asked_count }) => [
      {
        key: 'misconceptions',
        title: m.quizGame_by_misconception(),
        tables: [
          sectionTable<Caught, string>({
            key: 'list',
            rows: caughtIn(questions),
            rowKey: ({ misconception }) => misconception,
            caption: m.quizGame_by_misconception,
            empty: m.quizGame_no_misconceptions,
            columns: {
              misconception: {
                header: m.quizGame_misconception,
                value: ({ misconception }) => misconception,
                isRowHeader: true,
                width: 'l',
              },
              chosen: { header: m.quizGame_times_chosen, value: ({ count }) => count, unit: 'number' },
              questions: { header: m.quizGame_in_questions, value: ({ rounds }) => rounds.join(', ') },
              answers: { header: m.quizGame_chosen_answers, value: ({ answers }) => answers.join(' / '), width: 'l' },
            },
          }),
        ],
      },
      {
        key: 'players',
        title: m.quizGame_by_student(),
        tables: [
          sectionTable<Player, string>({
            key: 'list',
            rows: players,
            rowKey: ({ player_id }) => player_id,
            caption: m.quizGame_by_student,
            empty: m.quizGame_nobody,
            columns: {
              name: { header: m.quizGame_name, value: ({ name }) => name, isRowHeader: true },
              place: { header: m.quizGame_place, value: ({ place }) => place, unit: 'number' },
              points: { header: m.quizGame_points_column, value: ({ score }) => score, unit: 'number' },
              answered: { header: m.quizGame_answered_column, value: ({ answered }) => answered, unit: 'number' },
              right: { header: m.quizGame_right_column, value: ({ right }) => percent(right, asked_count), unit: 'percent' },
            },
          }),
        ],
      },
    ],
  },
  empty: { title: () => m.quizGame_nobody() },
  Parts: lazy(() => import('./CountParts.tsx')),
});
