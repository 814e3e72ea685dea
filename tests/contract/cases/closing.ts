import type { closing } from '../../../contract/closing.ts';
import type { Cases } from './case.ts';

export const closingCases: Cases<keyof typeof closing> = {
  runningAssessment: { as: 'ana', input: () => ({}), inOtherDistrict: 200 },
};
