import { mostChoices } from '../../../contract/quizGame.ts';
import { emptyRoom, type Room, type RoomPlan } from '../../../src/machines/quizGame/roomFold.ts';
import type { Row } from '../../db/schema.ts';
import type { StoredQuestion } from '../quiz/questions.ts';

/** A reading of the catalog. */
export interface Reading {
  item_id: number;
  title: string;
}

/** A question as the game asks it, with its key. */
export interface AskedQuestion {
  /** Absent in games from before it was stored. */
  question_id?: number;
  question_text: string;
  diagram: string | null;
  explanation: string;
  options: { id: number; answer_text: string; misconception: string | null }[];
  /** What to read again after a wrong answer, if the questions are of several quizzes. */
  readAgain?: Reading | null;
}

/** What a game is about. Stored with it, so that a quiz that changes meanwhile changes no game. */
export interface GameDocument extends RoomPlan {
  questions: AskedQuestion[];
  hasOwnNames: boolean;
  /** Whether the room takes guests from the beginning. Absent in games from before there were any. */
  hasGuests?: boolean;
  /** Of the quiz. Absent in games from before it was stored. */
  language_id?: number;
  /** What to read again after a wrong answer, if all questions are of one quiz. */
  readAgain: Reading | null;
}

/** A game with its document read. */
export type Game = Omit<Row<'game'>, 'document'> & { document: GameDocument };

export const readGame = ({ document, ...game }: Row<'game'>): Game => ({ ...game, document: JSON.parse(document) });

/** The room of a game before anything has happened. */
export const newRoom = ({ created_at, document }: Pick<Game, 'created_at' | 'document'>): Room =>
  emptyRoom(created_at, document.hasGuests === true);

/** Question types with options to choose one from. */
export const choiceTypes = ['single_choice', 'true_false'] as const;

const canBeAsked = ({ key, options }: StoredQuestion) => key.kind === 'one' && options.length > 1 && options.length <= mostChoices;

/** Those of the questions that a game can ask, and the right options of each. `readings`: what to read again, by quiz. */
export function askedOf(
  questions: readonly StoredQuestion[],
  readings?: ReadonlyMap<number, Reading | null>,
): Pick<GameDocument, 'questions' | 'right'> {
  const asked = questions.filter(canBeAsked);
  return {
    questions: asked.map(({ question_id, quiz_id, question_html, diagram, explanation_html, options }) => ({
      ...(readings ? { readAgain: readings.get(quiz_id) ?? null } : {}),
      ...{ question_id, question_text: question_html, diagram, explanation: explanation_html },
      options: options.map(({ option_id, answer_text, misconception }) => ({ id: option_id, answer_text, misconception })),
    })),
    right: asked.map(({ key }) => (key.kind === 'one' ? [key.option, ...(key.also ?? [])] : [])),
  };
}
