import type { help } from '../../../contract/help.ts';
import { ana, type Cases } from './case.ts';

export const helpCases: Cases<keyof typeof help> = {
  helpTopics: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  helpSubtopics: { as: 'ana', input: () => ({ ...ana, topic_id: 'start' }), inOtherDistrict: 200 },
  helpContent: { as: 'ana', input: () => ({ ...ana, article_id: 'sign-in' }), inOtherDistrict: 200 },
  helpSearch: { as: 'ana', input: () => ({ ...ana, search: 'password' }), lenient: ['search'], inOtherDistrict: 200 },
};
