// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { isAnswered } from '../../common/attempt.ts';
import { calls } from '../../contract/index.ts';
import type { lessonCheckMachine } from '../../src/machines/quiz/lessonCheckMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import LessonCheck from '../../src/views/quiz/LessonCheck.tsx';
import { describeView } from '../kit/describeView.ts';
import { lessonCheckModel } from '../machines/lessonCheck.model.ts';
import { startedQuiz } from '../machines/quiz.model.ts';
import { ids, videoQuiz_id } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const [first] = startedQuiz.quiz_details.questions.map(({ id }) => id);
const named = { quiz_id: videoQuiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };

/** Adds a second question to the video's check. In both, the first option is correct. */
async function makeTwoQuestions() {
  const { db } = opened.network.backend;
  const many = await db.selectFrom('question').selectAll().where('question_type', '=', 'multiple_choice').executeTakeFirstOrThrow();
  await db.updateTable('question').set({ quiz_id: videoQuiz_id, sort_order: 2 }).where('question_id', '=', many.question_id).execute();
  await db.updateTable('question').set({ question_type: 'multiple_choice' }).where('quiz_id', '=', videoQuiz_id).execute();
  for (const question_id of await questionIds()) await setKey(question_id, true);
}
const questionIds = async () =>
  (
    await opened.network.backend.db
      .selectFrom('question')
      .select('question_id')
      .where('quiz_id', '=', videoQuiz_id)
      .orderBy('sort_order')
      .execute()
  ).map(({ question_id }) => question_id);
async function firstOption(question_id: number): Promise<number> {
  const { db } = opened.network.backend;
  const options = db.selectFrom('question_option').select('option_id').where('question_id', '=', question_id).orderBy('sort_order');
  return (await options.executeTakeFirstOrThrow()).option_id;
}
async function setKey(question_id: number, isFirst: boolean) {
  const answer_key = JSON.stringify({ kind: 'many', options: [isFirst ? await firstOption(question_id) : -1] });
  await opened.network.backend.db.updateTable('question').set({ answer_key }).where('question_id', '=', question_id).execute();
}

/** What ana did on an earlier visit: chose the first option of the second question, or of both (correct), or also finished. */
const earlier = (done: 'answered' | 'right' | 'finished') => async () => {
  const { signIn, clock } = opened.network.backend;
  const ana = await signIn('ana');
  const { result_id } = await ana.ok(calls.startQuiz, named);
  const all = await questionIds();
  for (const question_id of done === 'answered' ? all.slice(1) : all) {
    const answer = { question_id, answer_id: null, answer_text: `[${await firstOption(question_id)}]`, time_spent: 1 };
    const given_at = new Date(clock.now).toISOString();
    if (done === 'answered') await ana.ok(calls.saveAnswers, { result_id, answers: [{ ...answer, sequence: 1, given_at }] });
    else await ana.ok(calls.checkAnswer, { result_id, answer });
  }
  if (done === 'finished') await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
};

const section = (questionId: number) =>
  screen.getByRole('heading', { name: `Question ${questionId === first ? 1 : 2} of 2` }).closest('section') as HTMLElement;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describeView<typeof lessonCheckMachine>(lessonCheckModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.quizDetails, calls.checkAnswer, calls.submitQuiz] });
    await makeTwoQuestions();
    await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <LessonCheck
          input={{ userPuid: ids.ana, quizId: videoQuiz_id, lessonId: ids.freeLesson, resourceTrackingId: 0, kind: 'quiz' }}
          onHandedIn={() => {}}
        />
      </Around>,
    );
  },
  // The button explains why it is disabled.
  can: (event, { context }) => event.type !== 'answer.checked' || isAnswered(context.answers[event.questionId]),
  drive: {
    'check.retried': () => press(m.common_try_again()),
    'answer.changed': ({ questionId }) => fireEvent.click(within(section(questionId)).getAllByRole('checkbox')[0] as HTMLElement),
    'answer.checked': ({ questionId }) => fireEvent.click(within(section(questionId)).getByRole('button', { name: 'Check' })),
    'xstate.done.actor.loadCheck': ({ output }) =>
      opened.network.release(
        calls.quizDetails,
        earlier(output.result ? 'finished' : Object.keys(output.marks).length > 0 ? 'right' : 'answered'),
      ),
    'xstate.error.actor.loadCheck': ({ error }) => opened.network.fail(calls.quizDetails, error),
    'xstate.done.actor.checkAnswer': ({ output }) =>
      opened.network.release(calls.checkAnswer, async () => {
        for (const question_id of await questionIds()) await setKey(question_id, output.isRight);
      }),
    'xstate.error.actor.checkAnswer': ({ error }) => opened.network.fail(calls.checkAnswer, error),
    'connection.restored': () =>
      act(async () => {
        opened.app.actor.send({ type: 'connection.lost' });
        opened.app.actor.send({ type: 'connection.restored' });
      }),
    'xstate.done.actor.finishCheck': () => opened.network.release(calls.submitQuiz),
    'xstate.error.actor.finishCheck': ({ error }) => opened.network.fail(calls.submitQuiz, error),
  },
  see: {
    loading: () => expect(screen.queryByRole('button')).toBeNull(),
    unavailable: () => {
      shown(m.check_unavailable());
      shown('No such quiz');
    },
    answering: ({ context }) => {
      context.questions.forEach(({ id }, at) => {
        const within_ = within(screen.getByRole('heading', { name: `Question ${at + 1} of 2` }).closest('section') as HTMLElement);
        const mark = context.marks[id];
        expect(within_.queryByText(m.check_right()) !== null).toBe(mark?.isRight === true);
        expect(within_.queryByText(m.check_wrong()) !== null).toBe(mark?.isRight === false);
        expect(within_.queryByRole('button', { name: 'Check' }) !== null).toBe(mark?.isRight !== true);
      });
    },
    'answering.unchecked': () => void shown('Later'),
    checking: () => expect(screen.getAllByRole('button', { name: /Check/ }).some((button) => button.dataset.pending === 'true')).toBe(true),
    finishing: () => expect(screen.getAllByText(m.check_right(), { ignore: '[aria-live] *' })).toHaveLength(2),
    unfinished: () => void shown('Later'),
    done: async ({ context }) => {
      shown(m.check_done());
      expect(context.result?.state).toBe('released');
    },
  },
});
