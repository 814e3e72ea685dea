import * as v from 'valibot';

/** A quiz game that its teacher counts for the class (decision 088). */
export const countedGame = { game_id: v.number(), title: v.string(), at: v.string() };
/** A student's right answers in it, and the questions that were asked. */
export const gameResult = { points: v.number(), max_points: v.number() };
