import type { termSets } from '../../../contract/termSets.ts';
import { termId } from '../../server/glossaryTerms.ts';
import { ana, type Cases, tess } from './case.ts';

const atom = { term_id: termId('atom') };

export const termSetsCases: Cases<keyof typeof termSets> = {
  createTermSet: {
    as: 'tess',
    input: () => ({ ...tess, creation_key: 'device-1', title: 'Terms: 1', term_ids: [termId('atom')] }),
    again: (at) => ({ creation_key: `device-${at + 1}` }),
    inOtherDistrict: 200,
  },
  termSetQuestions: { as: 'ana', input: ({ term_set }) => ({ ...ana, ...term_set }) },
  termSetHint: { as: 'ana', input: ({ term_set }) => ({ ...ana, ...term_set, ...atom, step: 1 }) },
  checkTermSet: { as: 'ana', input: ({ term_set }) => ({ ...ana, ...term_set, ...atom, answer_text: 'atom' }) },
};
