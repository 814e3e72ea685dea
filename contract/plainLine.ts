/** Zero-width characters that reorder the text around them. They could make a name look like another. */
const turning = /\p{Bidi_Control}/gu;
const breaking = /[\t-\r\u0085\u2028\u2029]+/g;
const control = /\p{Cc}/gu;

/** One line of text in its visible order: tabs and line breaks become spaces, and bidi controls are removed. */
export const straightLine = (text: string): string => text.replace(breaking, ' ').replace(turning, '').trim();

/** A name, title or code in stored form: {@link straightLine} without any other control characters. */
export const plainLine = (text: string): string => straightLine(text).replace(control, '').trim();
