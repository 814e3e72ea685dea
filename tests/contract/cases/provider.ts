import type { provider } from '../../../contract/provider.ts';
import { kinds } from '../../server/lessonOfKinds.ts';
import type { Cases } from './case.ts';
import { submission } from './world.ts';

export const providerCases: Cases<keyof typeof provider> = {
  startProviderAssessment: {
    as: 'ana',
    input: () => ({ assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 }),
  },
  submitProviderAssessment: { as: 'ana', input: ({ provider_result_id }) => ({ result_id: provider_result_id, ...submission }) },
  fetchProviderResults: { as: 'tess', input: ({ provider_result_id: result_id }) => ({ result_id }) },
  previewProviderAssessment: {
    as: 'tess',
    input: () => ({ assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id }),
  },
};
