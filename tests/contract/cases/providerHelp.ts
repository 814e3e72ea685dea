import type { providerHelp } from '../../../contract/providerHelp.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const sue = { user_puid: ids.sue };

export const providerHelpCases: Cases<keyof typeof providerHelp> = {
  providerRequests: { as: 'sue', input: () => sue, lenient: ['search'], inOtherDistrict: 200 },
  // A form has nothing but text.
  askProvider: {
    as: 'sue',
    input: () => ({ ...sue, request_text: 'Please add our new school.' }),
    lenient: ['request_text'],
    inOtherDistrict: 200,
  },
};
