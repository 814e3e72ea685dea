/** Header of the error column, by language. It comes back when the file is uploaded again. */
export const errorColumns = { en: 'What is wrong', es: 'Qué está mal' } as const;

const known: ReadonlySet<string> = new Set(Object.values(errorColumns).map((name) => name.toLowerCase()));
/** Whether a column is the error column of a downloaded file, which is not data. */
export const isErrorColumn = (name: string): boolean => known.has(name.trim().toLowerCase());
