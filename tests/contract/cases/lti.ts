import type { lti } from '../../../contract/lti.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const fields = {
  ...{ name: 'Campus', issuer: 'https://new.example', client_id: 'tool', deployment_ids: [] },
  ...{ authorization_endpoint: 'https://new.example/auth', token_endpoint: '', jwks_uri: 'https://new.example/keys' },
  ...{ subject_is_sourced_id: true, lis_is_sourced_id: false, active: true },
};
const of = { district_id: ids.district };

export const ltiCases: Cases<keyof typeof lti> = {
  ltiConsumers: { as: 'dan', input: () => ({}), inOtherDistrict: 200 },
  addLtiConsumer: {
    as: 'dan',
    input: () => fields,
    again: (at) => ({ issuer: `https://${at}.example`, deployment_ids: [`d${at}`] }),
    inOtherDistrict: 200,
  },
  updateLtiConsumer: {
    as: 'dan',
    input: ({ roster }) => ({
      ...of,
      platform_id: roster.platform,
      version: 1,
      ...fields,
      issuer: 'https://other.example',
      deployment_ids: ['d8'],
    }),
  },
  removeLtiConsumer: { as: 'dan', input: ({ roster }) => ({ ...of, platform_id: roster.platform }) },
  restoreLtiConsumer: { as: 'dan', input: ({ roster }) => ({ ...of, platform_id: roster.removedPlatform }) },
  testLtiConsumer: { as: 'dan', input: ({ roster }) => ({ ...of, platform_id: roster.platform }) },
  ltiRefusals: { as: 'dan', input: () => ({}), inOtherDistrict: 200 },
  inviteLtiConsumer: { as: 'dan', input: () => ({}), inOtherDistrict: 200 },
  ltiChoices: { as: 'tess', input: ({ roster }) => ({ choice_id: roster.choice, list: 'lessons' }), lenient: ['search'] },
  chooseLtiResource: { as: 'tess', input: ({ roster }) => ({ choice_id: roster.choice, kind: 'lesson', id: ids.freeLesson }) },
};
