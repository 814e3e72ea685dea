/** Signs without width that turn the order of what stands beside them: a name that holds them can show itself as another's. */
const turning = /\p{Bidi_Control}/gu;
const breaking = /[\t-\r\u0085\u2028\u2029]+/g;
const control = /\p{Cc}/gu;

/** One line of text whose order is what it seems: tabs and ends of lines are blanks, signs that turn the text go. */
export const straightLine = (text: string): string => text.replace(breaking, ' ').replace(turning, '').trim();

/** A name, a title or a code as it is kept: {@link straightLine}, without any other sign that controls and shows nothing. */
export const plainLine = (text: string): string => straightLine(text).replace(control, '').trim();
