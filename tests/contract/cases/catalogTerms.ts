import type { catalogTerms } from '../../../contract/catalogTerms.ts';
import { termId, tissue } from '../../server/glossaryTerms.ts';
import type { Cases } from './case.ts';

/** The catalog is of no district, and the provider's administrators of every district look after it. */
const everywhere = { as: 'max', inOtherDistrict: 403 } as const;
const term_id = termId('cell');

export const catalogTermsCases: Cases<keyof typeof catalogTerms> = {
  catalogTerms: { ...everywhere, input: () => ({}) },
  catalogTerm: { ...everywhere, input: () => ({ term_id }) },
  addCatalogTerm: {
    ...everywhere,
    input: () => tissue,
    again: (at) => ({ term: `tissue ${at}`, term_es: `tejido ${at}` }),
  },
  updateCatalogTerm: { ...everywhere, input: () => ({ term_id, version: 1, ...tissue }), again: (at) => ({ version: at + 1 }) },
  withdrawCatalogTerm: { ...everywhere, input: () => ({ term_id }) },
  offerCatalogTerm: { ...everywhere, input: ({ content }) => ({ term_id: content.withdrawnTerm }) },
};
