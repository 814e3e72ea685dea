import type { ownTerms } from '../../../contract/ownTerms.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const texts = { term: 'Slinky', definition: 'A long soft spring.', fill_in: 'We watch waves in a ___.' };

export const ownTermsCases: Cases<keyof typeof ownTerms> = {
  ownTerms: { as: 'tess', input: () => ({}), inOtherDistrict: 200 },
  ownTerm: { as: 'tess', input: ({ own_term_id: term_id }) => ({ term_id }) },
  addOwnTerm: {
    as: 'tess',
    input: () => ({ group_puid: ids.class, ...texts }),
    again: (at) => ({ term: `Slinky ${at + 1}` }),
  },
  updateOwnTerm: {
    as: 'tess',
    input: ({ own_term_id: term_id }) => ({ term_id, version: 1, ...texts, term: 'Ramp' }),
    again: (at) => ({ version: at + 1 }),
  },
  removeOwnTerm: { as: 'tess', input: ({ own_term_id: term_id }) => ({ term_id }) },
  restoreOwnTerm: { as: 'tess', input: ({ own_term_id: term_id }) => ({ term_id }) },
};
