import type { comments } from '../../../contract/comments.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const ben = { user_puid: ids.ben };

/** Comments of tess's on ben's released result. */
export const commentsCases: Cases<keyof typeof comments> = {
  markCommentsRead: {
    as: 'ben',
    input: ({ released_result_id: result_id, comment_id }) => ({ ...ben, result_id, comment_ids: [comment_id] }),
  },
  answerComment: {
    as: 'ben',
    input: ({ released_result_id: result_id, comment_id }) => ({ ...ben, result_id, comment_id, answer_text: 'I will.' }),
  },
};
