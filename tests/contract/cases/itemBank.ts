import type { itemBank } from '../../../contract/itemBank.ts';
import { assessment_id, quiz_id } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

/** The catalog is of no district. */
const everywhere = { as: 'max', inOtherDistrict: 403 } as const;

export const itemBankCases: Cases<keyof typeof itemBank> = {
  questionBanks: { ...everywhere, input: () => ({}) },
  questionAnswers: { ...everywhere, input: () => ({ quiz_id }) },
  assessmentQuestionBanks: { ...everywhere, input: () => ({}) },
  assessmentQuestionAnswers: { ...everywhere, input: () => ({ assessment_id }) },
};
