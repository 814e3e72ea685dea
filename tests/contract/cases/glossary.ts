import type { glossary } from '../../../contract/glossary.ts';
import { ids, item_id } from '../../server/fixtureSchool.ts';
import { termId } from '../../server/glossaryTerms.ts';
import { ana, type Cases, tess } from './case.ts';

const atom = { term_id: termId('atom') };

export const glossaryCases: Cases<keyof typeof glossary> = {
  glossarySubjects: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  glossaryTerms: { as: 'ana', input: () => ({ ...ana, subject: 'life', search: 'cell' }), lenient: ['search'], inOtherDistrict: 200 },
  glossaryItemTerms: { as: 'ana', input: () => ({ ...ana, item_id }), inOtherDistrict: 200 },
  glossaryTermsOfItems: { as: 'tess', input: () => ({ ...tess, item_ids: [item_id] }), inOtherDistrict: 200 },
  glossaryFacts: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  setGlossaryFavorite: { as: 'ana', input: () => ({ ...ana, ...atom, is_favorite: true }), inOtherDistrict: 200 },
  glossaryFillIn: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  glossaryHint: { as: 'ana', input: () => ({ ...ana, ...atom, step: 1 }), inOtherDistrict: 200 },
  checkFillIn: { as: 'ana', input: () => ({ ...ana, ...atom, answer_text: 'atom' }), inOtherDistrict: 200 },
  glossarySheet: { as: 'ana', input: () => ({ ...ana, sheet: 1 }), inOtherDistrict: 200 },
  glossaryClass: { as: 'tess', input: () => ({ group_puid: ids.class }) },
};
