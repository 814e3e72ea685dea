import { emptyQuiz } from '../../../common/authoring/emptyQuiz.ts';
import { Language } from '../../../contract/content.ts';
import type { itemBank } from '../../../contract/itemBank.ts';
import { assessment_id, quiz_id } from '../../server/fixtureSchool.ts';
import { authored } from '../../server/ownQuiz.ts';
import { png } from '../../server/pictures.ts';
import type { Cases } from './case.ts';

/** The catalog is of no district. */
const everywhere = { as: 'max', inOtherDistrict: 403 } as const;
const quiz = { ...emptyQuiz(Language.english), title: 'Other', questions: [authored('a', 'true_false', { is_true: true })] };

export const itemBankCases: Cases<keyof typeof itemBank> = {
  questionBanks: { ...everywhere, input: () => ({}) },
  questionAnswers: { ...everywhere, input: () => ({ quiz_id }) },
  assessmentQuestionBanks: { ...everywhere, input: () => ({}) },
  assessmentQuestionAnswers: { ...everywhere, input: () => ({ assessment_id }) },
  bankDraft: { ...everywhere, input: ({ content }) => ({ item_id: content.bank_item_id }) },
  saveBankDraft: {
    ...everywhere,
    input: ({ content }) => ({ item_id: content.bank_item_id, version: content.bank_version, quiz }),
    again: (at) => ({ version: at + 1 }),
  },
  publishBankDraft: { ...everywhere, input: ({ content }) => ({ item_id: content.bank_item_id, version: content.bank_version }) },
  previewBankDraft: { ...everywhere, input: ({ content }) => ({ item_id: content.bank_item_id }) },
  uploadBankPicture: {
    ...everywhere,
    input: ({ content }) => ({ item_id: content.bank_item_id, picture: new File([png(64, 64)], 'cell.png') }),
  },
  bankPicture: { ...everywhere, input: ({ content }) => ({ picture_id: content.bank_picture_id }) },
};
