/**
 * What a spreadsheet would run: a sign that begins a formula (OWASP's, with their full-width and small forms), blanks and letters without
 * width before it or not; or a tab or line end that moves it into a cell of its own. Apostrophes before it belong to the text.
 */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
/** A number with its sign, as tables write it: "-3.5", "+5", "-1,5", "- 7 %", "-2e-7". No spreadsheet runs it. */
const signedNumber = /^[+-]\s?(?:\d[\d.,]*|\.\d+)(?:e[+-]?\d{1,3})?\s?%?$/i;
const isRisky = (text: string) => formula.test(text) && !signedNumber.test(text);

/** Text as it may stand in a file that people open in a spreadsheet: an apostrophe keeps what looks like a formula from running. */
export const safeCell = (text: string): string => (isRisky(text) ? `'${text}` : text);

/** The text that {@link safeCell} was given. */
export const originalCell = (cell: string): string => (cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell);
