const escaped = (texts: readonly string[]) => texts.map((text) => RegExp.escape(text)).join('|');

/** Matches any of these texts exactly. */
export const oneOf = (...texts: string[]): RegExp => new RegExp(`^(${escaped(texts)})$`);

/** Matches text that starts with any of these. */
export const startingWith = (...texts: string[]): RegExp => new RegExp(`^(${escaped(texts)})`);

/** Matches text that contains any of these. */
export const having = (...texts: string[]): RegExp => new RegExp(escaped(texts));
