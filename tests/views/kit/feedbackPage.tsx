// A teacher's pages of one answer with comments, and of all answers to its question.

import { comments } from '../../../contract/comments.ts';
import { ResourceType } from '../../../contract/content.ts';
import { idOf } from '../../../server/content/ids.ts';
import FeedbackPage from '../../../src/views/autograde/FeedbackPage.tsx';
import { gradeFeedback } from '../../../src/views/autograde/feedback.screen.ts';
import { feedbackAddress } from '../../../src/views/autograde/feedbackAddress.ts';
import { Grading } from '../../../src/views/autograde/Grading.tsx';
import { ids } from '../../server/fixtureSchool.ts';
import { makeOddClass } from '../../server/oddClass.ts';
import { AtRoute } from './atRoute.tsx';
import { comment, question_id, release, resultOfAna } from './comments.ts';
import { TestDevice } from './device.ts';
import { Around, type Screen } from './screen.tsx';

export const itemId = idOf('course/unit/sub/quiz');

/** A comment of tess's on ana's answer, and what ana answered, if she did. Tess is signed in. Returns the result's id. */
export async function prepareComment({ network: { backend }, signIn }: Screen, answer_text?: string): Promise<number> {
  await makeOddClass(backend);
  const result_id = await resultOfAna(backend);
  const comment_id = await comment(backend, result_id, 'Look again.', { feedback_language: 'en' });
  if (answer_text !== undefined) {
    await release(backend);
    const ana = await backend.signIn('ana');
    await ana.ok(comments.answerComment, { user_puid: ids.ana, result_id, comment_id, answer_text });
  }
  await signIn('tess');
  return result_id;
}

/** The page of that answer. */
export const feedbackPage = ({ app }: Screen, result_id: number) => (
  <AtRoute app={app} address={feedbackAddress(itemId, result_id, question_id)} path={`/authenticated/${gradeFeedback.path}`}>
    <FeedbackPage />
  </AtRoute>
);

/** The page of all answers to its question. */
export function gradingPage({ app }: Screen, device = new TestDevice()) {
  return (
    <Around app={{ ...app, device: async () => device }}>
      <Grading
        input={{ resource: { itemId, itemTypeId: ResourceType.quiz, groupPuid: null }, questionId: question_id, isNavigatorOpen: false }}
      />
    </Around>
  );
}

/** Comments with words. */
export const storedComments = ({ network }: Screen) =>
  network.backend.db.selectFrom('response_comment').selectAll().where('feedback_text', '<>', '').execute();
