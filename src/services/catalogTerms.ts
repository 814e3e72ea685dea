import type { Values } from '../../common/recordValues.ts';
import { type CatalogTerm, catalogTerms } from '../../contract/catalogTerms.ts';
import type { glossarySubjects } from '../../contract/glossary.ts';
import type { UserData } from '../../contract/login.ts';
import type { Send } from './kit/client.ts';
import { allowed, type RecordSource } from './kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The texts of a term, as its form has them. */
const textsIn = ({ subject, term, term_es, definition, definition_es, fact, fact_es, fill_in, fill_in_es }: Values) => ({
  ...{ subject: subject as (typeof glossarySubjects)[number], term: String(term), term_es: String(term_es) },
  ...{ definition: String(definition), definition_es: String(definition_es), fact: String(fact), fact_es: String(fact_es) },
  ...{ fill_in: String(fill_in), fill_in_es: String(fill_in_es) },
});

/** Brings a withdrawn term back. */
export const offerTerm = (send: Send, { term_id }: CatalogTerm, signal: AbortSignal) =>
  send(catalogTerms.offerCatalogTerm, { term_id }, { signal, quiet: true });

/** The terms of the glossary of all districts. Removing one withdraws it. */
export const catalogTermSource = (send: Send, user: UserData): RecordSource<CatalogTerm> => {
  const edits = {
    get: ({ term_id }: CatalogTerm, stop: Stop) => send(catalogTerms.catalogTerm, { term_id }, stop),
    add: (values: Values, stop: Stop) => send(catalogTerms.addCatalogTerm, textsIn(values), stop),
    update: ({ term_id, version }: CatalogTerm, values: Values, stop: Stop) =>
      send(catalogTerms.updateCatalogTerm, { term_id, version, ...textsIn(values) }, stop),
    remove: ({ term_id }: CatalogTerm, stop: Stop) => send(catalogTerms.withdrawCatalogTerm, { term_id }, stop),
    restore: ({ term_id }: CatalogTerm, _: unknown, stop: Stop) => send(catalogTerms.offerCatalogTerm, { term_id }, stop),
  };
  const { catalogTerm: get, addCatalogTerm: add, updateCatalogTerm: update, withdrawCatalogTerm: remove } = catalogTerms;
  return {
    keyOf: ({ term_id }) => String(term_id),
    isWhole: true,
    load: async (_, __, signal) => {
      const rows = await send(catalogTerms.catalogTerms, {}, signal ? { signal } : {});
      return { total: rows.length, rows };
    },
    ...allowed(user, { get, add, update, remove, restore: catalogTerms.offerCatalogTerm }, edits),
  };
};
