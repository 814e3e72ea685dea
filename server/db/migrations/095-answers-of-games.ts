import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** What a game's document had when games without answers could count. */
interface Document {
  mode: string;
  questions: { options: { id: number }[] }[];
  right: number[][];
}

/** The answers of games that count, by question, so that reports by standard have them (decision 088). */
export const answersOfGames: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await db.schema
      .alterTable('game_result')
      .addColumn('answers', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
    const games = await db
      .selectFrom('game as g')
      .innerJoin('game_result as r', (join) => join.onRef('r.district_id', '=', 'g.district_id').onRef('r.game_id', '=', 'g.game_id'))
      .select(['g.district_id', 'g.game_id', 'g.document'])
      .distinct()
      .execute();
    for (const { document, ...of } of games) {
      const { mode, questions, right }: Document = JSON.parse(document);
      const events = await db
        .selectFrom('game_event')
        .select(['type', 'player', 'round', 'option'])
        .where('district_id', '=', of.district_id)
        .where('game_id', '=', of.game_id)
        .where('type', 'in', ['round.shown', 'round.skipped', 'answer.given'])
        .execute();
      const roundsOf = (type: string) => events.filter((event) => event.type === type).map(({ round }) => round);
      const [shown, skipped] = [new Set(roundsOf('round.shown')), new Set(roundsOf('round.skipped'))];
      const asked = right.map((_, round) => round).filter((round) => (mode !== 'together' || shown.has(round)) && !skipped.has(round));
      const options = await db
        .selectFrom('question_option')
        .select(['option_id', 'question_id'])
        .where('option_id', 'in', [0, ...questions.flatMap((question) => question.options.map(({ id }) => id))])
        .execute();
      const questionOf = new Map(options.map(({ option_id, question_id }) => [option_id, question_id]));
      const results = await db
        .selectFrom('game_result')
        .select('user_puid')
        .where('district_id', '=', of.district_id)
        .where('game_id', '=', of.game_id)
        .execute();
      for (const { user_puid } of results) {
        const given = new Map(
          events.filter(({ type, player }) => type === 'answer.given' && player === user_puid).map(({ round, option }) => [round, option]),
        );
        const answers = asked.flatMap((round) => {
          const question_id = questions[round]?.options.map(({ id }) => questionOf.get(id)).find((id) => id !== undefined);
          const answer_id = given.get(round) ?? null;
          const is_right = answer_id !== null && (right[round]?.includes(answer_id) ?? false);
          return question_id === undefined ? [] : [{ question_id, answer_id, is_right }];
        });
        await db
          .updateTable('game_result')
          .set({ answers: JSON.stringify(answers) })
          .where('district_id', '=', of.district_id)
          .where('game_id', '=', of.game_id)
          .where('user_puid', '=', user_puid)
          .execute();
      }
    }
  },
};
