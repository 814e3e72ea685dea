import type { provider as providerCalls, StartedProviderAssessment } from '../../contract/provider.ts';
import type { StartedQuiz } from '../../contract/quiz.ts';
import { isOfVisibleGroup, iso, usableLesson } from '../kit/access.ts';
import { type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import { framePath } from '../provider/frame.ts';
import { type Learnosity, signedItemsRequest } from '../provider/learnosity.ts';
import { fetchNow } from '../provider/results.ts';
import { type ProviderSession, providerIds, sessionOf } from '../provider/sessions.ts';
import { withPictures } from './quiz/pictures.ts';
import { quizResource } from './quiz/place.ts';
import { layOut, newestQuestions, newLayout, withoutKey } from './quiz/questions.ts';
import { start } from './quiz/start.ts';
import { submit } from './quiz/submit.ts';
import { attemptWith } from './studentReports/attemptPlace.ts';

const delivered = ({ ports }: UserContext) =>
  ports.db
    .selectFrom('quiz')
    .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
    .select(['i.code', 'i.title'])
    .where('i.is_learnosity_enabled', '=', 1);

type Session = Pick<ProviderSession, 'provider' | 'session_id' | 'provider_student_id'>;

/** Learnosity's setup of a session. */
const learnositySetup = (
  ports: Ports,
  learnosity: Learnosity,
  { session_id, provider_student_id }: Pick<Session, 'session_id' | 'provider_student_id'>,
  item: { code: string; title: string },
  more: { type: 'submit_practice' | 'local_practice'; state: 'initial' | 'resume' },
) => ({
  provider: 'learnosity' as const,
  script: learnosity.script,
  request: signedItemsRequest(learnosity, ports.now(), {
    user_id: provider_student_id,
    session_id,
    activity_id: item.code,
    activity_template_id: item.code,
    name: item.title,
    rendering_type: 'assess',
    ...more,
  }),
});

function setupOf(started: StartedQuiz, item: { code: string; title: string }, session: Session, ports: Ports) {
  const { learnosity } = ports;
  if (session.provider === 'builtIn' || !learnosity) {
    const answers = started.responses.map(({ question_id, answer_text, answer_id, sequence }) => ({
      question_id,
      answer_text,
      answer_id,
      sequence,
    }));
    return { provider: 'builtIn' as const, title: started.quiz_details.title, questions: started.quiz_details.questions, answers };
  }
  const state = started.start_time === iso(ports.now()) ? ('initial' as const) : ('resume' as const);
  return learnositySetup(ports, learnosity, session, item, { type: 'submit_practice', state });
}

export const provider: HandlersOf<typeof providerCalls> = {
  startProviderAssessment: async ({ body: { assessment_id, lesson_id, lesson_resource_tracking_id } }, context) => {
    const item = await delivered(context).where('quiz.quiz_id', '=', assessment_id).executeTakeFirst();
    if (!item) throw notFound('assessment');
    const started = await start({ quiz_id: assessment_id, lesson_id, lesson_resource_tracking_id }, context);
    const { ports, user } = context;
    const session = await sessionOf(ports, ports.db, { ...user, result_id: started.result_id });
    const answer: StartedProviderAssessment = {
      result_id: started.result_id,
      frame_path: framePath,
      setup: setupOf(started, item, session, context.ports),
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
    const session = await sessionOf(ports, ports.db, { ...user, result_id: body.result_id });
    const isScoredElsewhere = session.provider === 'learnosity';
    // Before the submission: a server that dies in between must not forget to fetch the results.
    if (isScoredElsewhere && session.state === 'open')
      await ports.db
        .updateTable('provider_session')
        .set({ state: 'waiting', next_at: ports.now() })
        .where('result_id', '=', body.result_id)
        .where('state', '=', 'open')
        .execute();
    return submit({ ...body, isScoredElsewhere }, context);
  },

  fetchProviderResults: async ({ body: { result_id } }, { ports, user }) => {
    const attempt = await ports.db
      .selectFrom(attemptWith(ports.db, result_id))
      .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
      .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['a.district_id', 'a.result_id', 'a.user_puid', 'a.state', 'a.score'])
      .where('i.is_learnosity_enabled', '=', 1)
      .where('ga.unassigned_at', 'is', null)
      .where(isOfVisibleGroup(ports.db, user))
      .executeTakeFirst();
    if (!attempt) throw notFound('attempt');
    if (attempt.state === 'started') return { outcome: 'notReady' };
    // An attempt from before sessions were stored has a score if the built-in provider delivered it.
    const at = attempt.score === null ? ports : { ...ports, learnosity: undefined };
    return { outcome: await fetchNow(ports, await sessionOf(at, ports.db, attempt, 'waiting')) };
  },

  previewProviderAssessment: async ({ body: { assessment_id, lesson_id } }, context) => {
    const { ports, user } = context;
    const { db, learnosity } = ports;
    if (lesson_id !== 0) {
      await usableLesson(db, user, lesson_id);
      await quizResource(db, { lesson_id, quiz_id: assessment_id });
    }
    const item = await delivered(context).where('quiz.quiz_id', '=', assessment_id).executeTakeFirst();
    if (!item) throw notFound('assessment');
    if (learnosity) {
      const ids = providerIds(ports, user, `preview/${ports.newId()}`);
      return { frame_path: framePath, setup: learnositySetup(ports, learnosity, ids, item, { type: 'local_practice', state: 'initial' }) };
    }
    const stored = await withPictures(db, await newestQuestions(db, [assessment_id]));
    const questions = layOut(stored, newLayout(stored, ports.randomBytes, `preview/${user.user_puid}`)).map(withoutKey);
    return { frame_path: framePath, setup: { provider: 'builtIn', title: item.title, questions, answers: [] } };
  },
};
