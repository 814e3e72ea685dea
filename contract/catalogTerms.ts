import * as v from 'valibot';
import { glossarySubjects } from './glossary.ts';
import { call, id, line, lineOrNothing, nothing, providers, smallId } from './kit.ts';

/** Limits of the texts of a term, in characters. `least`: of a definition or a fact, which says more than the term. */
export const catalogTermLimits = { term: 60, text: 400, fill_in: 300, least: 20 } as const;

/** A sentence, or none. Its blank is any run of underscores. */
const sentence = v.pipe(
  lineOrNothing(catalogTermLimits.fill_in),
  v.check((text) => text === '' || /__/.test(text), 'noBlank'),
);

const written = {
  subject: v.picklist(glossarySubjects),
  term: line(catalogTermLimits.term),
  term_es: line(catalogTermLimits.term),
  definition: line(catalogTermLimits.text),
  definition_es: line(catalogTermLimits.text),
  /** In both languages, or in none; and so the sentences. */
  fact: v.optional(lineOrNothing(catalogTermLimits.text), ''),
  fact_es: v.optional(lineOrNothing(catalogTermLimits.text), ''),
  /** A sentence with one blank, which is stored as `____`. Without one, the term is not practiced. */
  fill_in: v.optional(sentence, ''),
  fill_in_es: v.optional(sentence, ''),
};

/** Whose texts a term has: the course’s, others that were written here, or those of a term that the course does not have. */
export const termOrigins = ['course', 'edited', 'added'] as const;
export type TermOrigin = (typeof termOrigins)[number];

/** A term of the catalog’s glossary, as administrators see it. */
export const CatalogTerm = v.object({
  term_id: v.number(),
  subject: v.picklist(glossarySubjects),
  term: v.string(),
  term_es: v.string(),
  definition: v.string(),
  definition_es: v.string(),
  fact: v.string(),
  fact_es: v.string(),
  fill_in: v.string(),
  fill_in_es: v.string(),
  /** Increases with each change. */
  version: v.number(),
  /** false: it was withdrawn, and readers do not see it. */
  is_offered: v.boolean(),
  origin: v.picklist(termOrigins),
  /** An import brought other texts of the course, which are not shown. */
  is_course_new: v.boolean(),
  /** Items of the catalog that use it. */
  item_count: v.number(),
});
export type CatalogTerm = v.InferOutput<typeof CatalogTerm>;

const ours = { backend: 'lms', access: providers, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

/** Terms of the glossary of all districts. */
export const catalogTerms = {
  catalogTerms: call({
    ...read,
    path: '/glossary/get_catalog_terms',
    summary: 'List the terms of the catalog’s glossary, by name; withdrawn ones, too',
    data: v.array(CatalogTerm),
  }),
  catalogTerm: call({
    ...read,
    path: '/glossary/get_catalog_term',
    summary: 'Get a term of the catalog’s glossary',
    query: v.object({ term_id: id }),
    data: CatalogTerm,
  }),
  addCatalogTerm: call({
    ...change,
    path: '/glossary/add_catalog_term',
    summary: 'Add a term to the glossary of all districts',
    body: v.object(written),
    data: CatalogTerm,
  }),
  updateCatalogTerm: call({
    ...change,
    path: '/glossary/update_catalog_term',
    summary:
      'Change a term of the catalog’s glossary, which later imports of the course leave alone; refused if somebody else has changed it in the meantime',
    body: v.object({ term_id: id, version: smallId, ...written }),
    data: CatalogTerm,
  }),
  withdrawCatalogTerm: call({
    ...change,
    path: '/glossary/withdraw_catalog_term',
    summary: 'Take a term from the glossary of all districts; what people practiced of it is kept',
    body: v.object({ term_id: id }),
    data: nothing,
  }),
  offerCatalogTerm: call({
    ...change,
    path: '/glossary/offer_catalog_term',
    summary: 'Bring a withdrawn term back to the glossary of all districts',
    body: v.object({ term_id: id }),
    data: nothing,
  }),
};
