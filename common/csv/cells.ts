/**
 * Text that a spreadsheet would execute: a formula character (OWASP's, with full-width and small forms), possibly after blanks and
 * zero-width characters; or a tab or line end that moves it into a separate cell. Leading apostrophes belong to the text.
 */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
/** A signed number as in tables: "-3.5", "+5", "-1,5", "- 7 %", "-2e-7". No spreadsheet executes it. */
const signedNumber = /^[+-]\s?(?:\d[\d.,]*|\.\d+)(?:e[+-]?\d{1,3})?\s?%?$/i;
const isRisky = (text: string) => formula.test(text) && !signedNumber.test(text);

/** Makes text safe for a file opened in a spreadsheet. An apostrophe keeps formula-like text from running. */
export const safeCell = (text: string): string => (isRisky(text) ? `'${text}` : text);

/** Reverses {@link safeCell}. */
export const originalCell = (cell: string): string => (cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell);
