import type { GlossaryContent } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';

const term = (subject: GlossaryContent['subject'], en: string, es: string, further: Partial<GlossaryContent> = {}): GlossaryContent => ({
  subject,
  term: en,
  term_es: es,
  definition: `What ${en} means.`,
  definition_es: `Qué significa ${es}.`,
  fact: `A fact about ${en}.`,
  fact_es: `Un dato sobre ${es}.`,
  fill_in: `Here ${en.length} letters fit: ____.`,
  fill_in_es: `Aquí caben ${es.length} letras: ____.`,
  ...further,
});

/** A small glossary: two subjects, terms that differ by one letter, several words, and one that begins with an accent. */
export const terms: GlossaryContent[] = [
  term('physical', 'acceleration', 'aceleración', { definition: 'How quickly velocity changes.' }),
  term('physical', 'atom', 'átomo'),
  term('physical', 'density', 'densidad'),
  term('physical', 'energy', 'energía'),
  term('physical', 'kinetic energy', 'energía cinética'),
  term('physical', 'magnet', 'imán'),
  term('life', 'cell', 'célula'),
  term('life', 'mitosis', 'mitosis'),
];

/** The id of a term of {@link terms}, by its English name. */
export const termId = (name: string): number => {
  const found = terms.find((one) => one.term === name);
  if (!found) throw new Error(`The fixture has no term “${name}”.`);
  return idOf(`glossary#${found.subject}#${found.term}`);
};

/** A term that the fixture does not have. */
export const tissue = {
  subject: 'life',
  term: 'tissue',
  term_es: 'tejido',
  definition: 'Cells of one kind that work together.',
  definition_es: 'Células de un tipo que trabajan juntas.',
} as const;
