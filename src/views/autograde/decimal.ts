/** A number as it is put into a field, so that reading it gives the same number. */
export const decimalText = (value: number, language: 'en' | 'es'): string =>
  language === 'es' ? String(value).replace('.', ',') : String(value);
