import * as v from 'valibot';

/**
 * A term of the glossary where a text uses it: in the language of the text, and in the other. A term that a teacher added may be in English
 * alone; its other texts are empty.
 */
export const ItemTerm = v.object({
  term_id: v.number(),
  /** The language of `term` and `definition`: 101 English, 102 Spanish. */
  language_id: v.number(),
  term: v.string(),
  definition: v.string(),
  other_term: v.string(),
  other_definition: v.string(),
});
export type ItemTerm = v.InferOutput<typeof ItemTerm>;
