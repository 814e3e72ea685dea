/** A text or a sign of JSON. Anything else between signs is a number or a word. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n/g;

/**
 * The line of a field in a JSON text, 1 for the first one. Of a field that is not there, the line of the nearest part around it.
 *
 * @param field keys and indexes joined by dots, as in `questions.0.options`; '' for the whole
 */
export function lineOfField(text: string, field: string): number {
  const wanted = field === '' ? [] : field.split('.');
  /** Keys and indexes of the parts around the reader, with how many of them are as wanted. */
  const around: { key: string | number; isList: boolean }[] = [];
  let line = 1;
  let found = 1;
  let depthFound = 0;
  let isKey = false;
  const note = () => {
    const path = around.map(({ key }) => String(key));
    if (path.length > depthFound && path.length <= wanted.length && path.every((key, index) => key === wanted[index])) {
      found = line;
      depthFound = path.length;
    }
  };
  for (const [sign] of text.matchAll(token)) {
    const last = around.at(-1);
    if (sign === '\n') line += 1;
    else if (sign === '{' || sign === '[') {
      around.push({ key: sign === '[' ? 0 : '', isList: sign === '[' });
      isKey = sign === '{';
      if (sign === '[') note();
    } else if (sign === '}' || sign === ']') {
      around.pop();
      isKey = false;
    } else if (sign === ',' && last) {
      if (last.isList) {
        last.key = Number(last.key) + 1;
        note();
      } else isKey = true;
    } else if (isKey && sign.startsWith('"') && last) {
      last.key = sign.slice(1, -1);
      isKey = false;
      note();
    }
  }
  return found;
}
