/** The letter under which a term stands: without accents, but Ñ is a letter of its own. */
const letterOf = (term: string): string => {
  const first = term.normalize('NFC').charAt(0).toUpperCase();
  return first === 'Ñ' ? first : first.normalize('NFD').charAt(0);
};

/** Terms in alphabetical order, by their letters. */
export const lettersOf = <Term extends { term: string }>(terms: readonly Term[]): [letter: string, terms: Term[]][] => [
  ...Map.groupBy(terms, ({ term }) => letterOf(term)),
];
