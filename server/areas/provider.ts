import { hash } from 'node:crypto';
import type { provider as providerCalls, StartedProviderAssessment } from '../../contract/provider.ts';
import type { StartedQuiz } from '../../contract/quiz.ts';
import { iso } from '../kit/access.ts';
import { type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import { noteUse } from '../kit/integrationUse.ts';
import { framePath } from '../provider/frame.ts';
import { signedItemsRequest } from '../provider/learnosity.ts';
import { start } from './quiz/start.ts';
import { submit } from './quiz/submit.ts';

const delivered = ({ ports }: UserContext) =>
  ports.db
    .selectFrom('quiz')
    .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
    .select(['i.code', 'i.title'])
    .where('i.is_learnosity_enabled', '=', 1);

/** A stable, opaque id in UUID form, derived from the given parts. */
function uuidOf(...parts: (string | number)[]): string {
  const hex = hash('sha256', parts.join('/'), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function setupOf(started: StartedQuiz, item: { code: string; title: string }, { ports, user }: UserContext) {
  const { learnosity } = ports;
  if (!learnosity) {
    const answers = started.responses.map(({ question_id, answer_text, answer_id, sequence }) => ({
      question_id,
      answer_text,
      answer_id,
      sequence,
    }));
    return { provider: 'builtIn' as const, title: started.quiz_details.title, questions: started.quiz_details.questions, answers };
  }
  const secret = hash('sha256', ports.signingKey, 'hex');
  const request = signedItemsRequest(learnosity, ports.now(), {
    // The provider gets no names and none of our ids.
    user_id: uuidOf(secret, 'user', user.district_id, user.user_puid),
    session_id: uuidOf(secret, 'session', user.district_id, started.result_id),
    activity_id: item.code,
    activity_template_id: item.code,
    name: item.title,
    rendering_type: 'assess',
    type: 'submit_practice',
    state: started.start_time === iso(ports.now()) ? 'initial' : 'resume',
  });
  return { provider: 'learnosity' as const, script: learnosity.script, request };
}

export const provider: HandlersOf<typeof providerCalls> = {
  startProviderAssessment: async ({ body: { assessment_id, lesson_id, lesson_resource_tracking_id } }, context) => {
    const item = await delivered(context).where('quiz.quiz_id', '=', assessment_id).executeTakeFirst();
    if (!item) throw notFound('assessment');
    const started = await start({ quiz_id: assessment_id, lesson_id, lesson_resource_tracking_id }, context);
    const answer: StartedProviderAssessment = {
      result_id: started.result_id,
      frame_path: framePath,
      setup: setupOf(started, item, context),
    };
    return answer;
  },

  submitProviderAssessment: async ({ body }, context) => {
    const { ports, user } = context;
    const item = await delivered(context)
      .innerJoin('attempt as a', 'a.quiz_id', 'quiz.quiz_id')
      .where('a.user_puid', '=', user.user_puid)
      .where('a.result_id', '=', body.result_id)
      .executeTakeFirst();
    if (!item) throw notFound('assessment');
    const result = await submit(body, context);
    // Learnosity has the answers and scores them. The score is null here, not 0.
    if (ports.learnosity && !result.duplicate) {
      await ports.db.updateTable('attempt').set({ score: null }).where('result_id', '=', body.result_id).execute();
      await noteUse(ports, ports.db, { kind: 'assessment', ref: 'learnosity' }, null);
    }
    return result;
  },
};
