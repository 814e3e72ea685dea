/** What the column is called that says what is wrong with each row, by language. Whoever uploads the file again uploads the column too. */
export const errorColumns = { en: 'What is wrong', es: 'Qué está mal' } as const;

const known: ReadonlySet<string> = new Set(Object.values(errorColumns).map((name) => name.toLowerCase()));
/** Whether a column is one that a file with its errors was given, and says nothing about anybody. */
export const isErrorColumn = (name: string): boolean => known.has(name.trim().toLowerCase());
