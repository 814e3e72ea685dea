import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { quizGame } from '../../../contract/quizGame.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';

/** Terms of the rounds of a game that are over. Undefined until they have loaded, and if they cannot be: a text is whole without marks. */
export function useGameTerms(game_id: number) {
  const { send } = useApp();
  return useCollection((signal) => send(quizGame.gameTerms, { game_id }, { signal, quiet: true }), undefined, 'collection: terms of a game')
    .data;
}

/** The terms of a round. */
export const termsIn = (rounds: ReturnType<typeof useGameTerms>, round_no: number): ItemTerm[] =>
  rounds?.find((one) => one.round_no === round_no)?.terms ?? [];
