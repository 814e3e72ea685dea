import type { autograde } from '../../../contract/autograde.ts';
import { ResourceType } from '../../../contract/content.ts';
import { idOf } from '../../../server/content/ids.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

const reader = { ...tess, district_id: ids.district };
const item = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz };
const first = { question_index: 0 };
const scoring = { group_puids: [ids.class], settings: { outcome: 'full' as const, also_right: [], ideas: [] }, is_rule: false };

/** Ben's released result is the one that tess sees. */
export const autogradeCases: Cases<keyof typeof autograde> = {
  itemData: { as: 'tess', input: () => reader },
  itemQuestions: { as: 'tess', input: () => item },
  questionResponses: { as: 'tess', input: () => ({ ...item, ...first, ...reader }) },
  exportResponses: { as: 'tess', input: () => ({ ...item, ...first, ...reader, with_names: false }) },
  responseComments: { as: 'tess', input: ({ released_result_id: result_id }) => ({ result_id, ...first, ...reader }) },
  submitUserFeedback: {
    as: 'tess',
    input: ({ released_result_id: result_id }) => ({ result_id, ...tess, ...first, user_feedback: 'Look again.', user_score: 1 }),
  },
  scoreResponses: {
    as: 'tess',
    input: ({ released_result_id: result_id }) => ({
      ...{ ...tess, ...item, ...first, grading_key: 'decision-1', score: 1, user_feedback: '' },
      responses: [{ result_id, seen_grade_id: null }],
    }),
  },
  studentResponses: { as: 'tess', input: ({ released_result_id: result_id }) => ({ result_id }) },
  scoring: { as: 'tess', input: () => ({ ...item, ...first, ...tess }) },
  previewRegrade: { as: 'tess', input: () => ({ ...item, ...first, ...tess, ...scoring }) },
  applyRegrade: {
    as: 'tess',
    input: () => ({
      ...item,
      ...first,
      ...tess,
      ...scoring,
      regrade_key: 'regrade-1',
      seen_versions: [{ group_puid: ids.class, version: 0 }],
    }),
  },
  undoRegrade: { as: 'tess', input: () => ({ ...tess, regrade_id: 1 }), refused: 404 },
  regrades: { as: 'tess', input: () => ({ ...item, ...first, ...tess }) },
  commentBank: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  feedbackPlaces: { as: 'tess', input: ({ released_result_id: result_id }) => ({ result_id }) },
  takeBackComment: { as: 'tess', input: ({ unread_comment_id: comment_id }) => ({ ...tess, comment_id }) },
  newAnswers: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  markAnswersSeen: { as: 'tess', input: ({ comment_id }) => ({ ...tess, comment_ids: [comment_id] }), inOtherDistrict: 200 },
};
