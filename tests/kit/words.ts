const escaped = (texts: readonly string[]) => texts.map((text) => RegExp.escape(text)).join('|');

/** Matches what is one of these texts, letter for letter. */
export const oneOf = (...texts: string[]): RegExp => new RegExp(`^(${escaped(texts)})$`);

/** Matches what begins with one of these texts. */
export const startingWith = (...texts: string[]): RegExp => new RegExp(`^(${escaped(texts)})`);

/** Matches what has one of these texts in it. */
export const having = (...texts: string[]): RegExp => new RegExp(escaped(texts));
