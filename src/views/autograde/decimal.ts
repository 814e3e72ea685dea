/** A number as people type it, with a point or a comma; null: the text is none. */
export function readDecimal(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** A number as it is put into a field, so that reading it gives the same number. */
export const decimalText = (value: number, language: 'en' | 'es'): string =>
  language === 'es' ? String(value).replace('.', ',') : String(value);
