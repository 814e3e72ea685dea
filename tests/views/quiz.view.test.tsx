// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { SimulatedClock } from 'xstate';
import { calls } from '../../contract/index.ts';
import { isAnswered, type QuizInput, type quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import QuizView from '../../src/views/quiz/QuizView.tsx';
import { describeView } from '../kit/describeView.ts';
import { quizModel } from '../machines/quiz.model.ts';
import { assessment_id, ids, quiz_id } from '../server/fixtureSchool.ts';
import { answerOpenQuestion } from './kit/answers.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const common = { userPuid: ids.ana, lessonId: ids.freeLesson, resourceTrackingId: 0 };
const inputs: Record<string, QuizInput> = {
  quiz: { ...common, quizId: quiz_id, kind: 'quiz' },
  assessment: { ...common, quizId: assessment_id, kind: 'assessment' },
};
const overviews = { quiz: calls.quizDetails, assessment: calls.assessmentOverview };
const starts = { quiz: calls.startQuiz, assessment: calls.startAssessment };
const submissions = { quiz: calls.submitQuiz, assessment: calls.submitAssessment };

let opened: Screen;
let input: QuizInput;
const handedIn = vi.fn();

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const palette = () => screen.getByRole('navigation', { name: 'Questions' });

/** The student handed in before, on another device. */
async function handInElsewhere() {
  const ana = await opened.network.backend.signIn('ana');
  const named = { lesson_resource_tracking_id: 0, lesson_id: ids.freeLesson };
  const { result_id } =
    input.kind === 'quiz'
      ? await ana.ok(calls.startQuiz, { ...named, quiz_id })
      : await ana.ok(calls.startAssessment, { ...named, assessment_id });
  await ana.ok(submissions[input.kind], { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
}

/** Gives the quiz a time limit, as assessments have. */
const limitTheTime = () => opened.network.backend.db.updateTable('quiz').set({ delivery: 'assessment' }).execute();

/** How often the end of the time is looked for, ms. */
const lookAgain = 15_000;

/** The device's clock says that the time is over. */
async function letTheTimePass(clock: SimulatedClock) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  await act(async () => clock.increment(lookAgain));
  vi.useRealTimers();
}

/** The device has no timer left for the end of the time. */
async function breakTheClock(clock: SimulatedClock) {
  const set = clock.setTimeout.bind(clock);
  const broken = vi.spyOn(clock, 'setTimeout').mockImplementation((work, delay) => {
    if (delay === lookAgain) throw new Error('No timer');
    return set(work, delay);
  });
  await act(async () => clock.increment(lookAgain));
  broken.mockRestore();
}

// Both kinds, each through every transition: they make calls of their own.
for (const [kind, given] of Object.entries(inputs)) {
  describeView<typeof quizMachine>(
    {
      ...quizModel,
      inputs: { [kind]: given },
      // The same by number and place: the backend's questions have ids of their own.
      project: ({ answers, flagged, index, resultId, problem }) => ({
        answered: Object.values(answers).filter(isAnswered).length,
        flagged: flagged.length,
        index,
        started: resultId > 0,
        problem: problem?.code,
      }),
    },
    {
      mount: async (stage) => {
        input = stage.input as QuizInput;
        handedIn.mockClear();
        const { kind } = input;
        opened = await openScreen({ ...stage, held: [overviews[kind], starts[kind], submissions[kind]] });
        await assignTo(opened.network.backend, ids.freeLesson);
        await opened.signIn('ana');
        stage.render(
          <Around app={opened.app}>
            <QuizView input={input} onHandedIn={handedIn} />
          </Around>,
        );
      },
      // Answers and flags are on the page of their question.
      can: (event, snapshot) => {
        const { questions, index, answers } = snapshot.context;
        if (event.type === 'answer.changed' || event.type === 'answer.cleared' || event.type === 'question.flagged') {
          const isOpen = snapshot.matches({ answering: 'question' }) && questions[index]?.id === event.questionId;
          return isOpen && (event.type !== 'answer.cleared' || isAnswered(answers[event.questionId]));
        }
        return true;
      },
      drive: {
        'overview.retried': () => press('Try again'),
        'quiz.started': () => press('Start quiz'),
        'question.opened': ({ index }) =>
          screen.queryByRole('heading', { name: /^Question/ })
            ? fireEvent.click(within(palette()).getAllByRole('button')[index] as Element)
            : press(`Change question ${index + 1}`),
        'answer.changed': () => answerOpenQuestion(),
        'answer.cleared': () => press('Clear my answer'),
        'question.flagged': () => press(/^Flag/),
        'quiz.reviewed': () => press('Look over your answers'),
        'review.closed': () => press('Back to the questions'),
        'quiz.submitted': () => press('Hand in'),
        'xstate.done.actor.loadOverview': ({ output }) =>
          opened.network.release(overviews[input.kind], output.result ? handInElsewhere : undefined),
        'xstate.error.actor.loadOverview': ({ error }) => opened.network.fail(overviews[input.kind], error),
        'xstate.done.actor.startQuiz': () => opened.network.release(starts[input.kind], limitTheTime),
        'xstate.done.actor.awaitEnd': (_event, { clock }) => letTheTimePass(clock),
        'xstate.error.actor.awaitEnd': (_event, { clock }) => breakTheClock(clock),
        'xstate.error.actor.startQuiz': ({ error }) => opened.network.fail(starts[input.kind], error),
        'xstate.done.actor.submitQuiz': () => opened.network.release(submissions[input.kind]),
        'xstate.error.actor.submitQuiz': ({ error }) => opened.network.fail(submissions[input.kind], error),
      },
      see: {
        loading: () => expect(screen.queryByRole('button')).toBeNull(),
        unavailable: () => {
          shown('This quiz could not be opened');
          shown('No such quiz');
        },
        overview: ({ context }) => {
          shown('Before you start');
          shown(String(context.overview?.question_count));
          expect(screen.queryByText('The quiz could not be started') !== null).toBe(context.problem !== null);
        },
        starting: () => expect(screen.getByRole('button').dataset.pending).toBe('true'),
        'answering.question': ({ context }) => {
          screen.getByRole('heading', { name: `Question ${context.index + 1} of ${context.questions.length}` });
          const states = context.questions.map(({ id }, at) => {
            const state = context.flagged.includes(id) ? 'flagged' : isAnswered(context.answers[id]) ? 'answered' : 'not answered';
            return `Question ${at + 1}: ${state}`;
          });
          const buttons = within(palette()).getAllByRole('button');
          expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(states);
          expect(buttons[context.index]?.getAttribute('aria-current')).toBe('step');
          expect(screen.queryByRole('button', { name: 'Clear my answer' }) !== null).toBe(
            isAnswered(context.answers[context.questions[context.index]?.id ?? 0]),
          );
        },
        'answering.reviewing': ({ context }) => {
          screen.getByRole('heading', { name: 'Look over your answers' });
          const open = context.questions.filter(({ id }) => !isAnswered(context.answers[id])).length;
          shown(new RegExp(`^${open} questions? ha(s|ve) no answer yet`));
        },
        'answering.refused': () => {
          shown('Failed to submit. Please try submitting again');
          shown(/Your answers are still here\./);
        },
        overdue: () => {
          shown('Failed to submit. Please try submitting again');
          expect(screen.getByRole('button', { name: 'Back to the questions' }).getAttribute('aria-disabled')).toBe('true');
        },
        submitting: () => expect(screen.getByRole('button', { name: /Hand in/ }).dataset.pending).toBe('true'),
        submitted: ({ context }) => {
          shown('Responses of Quiz Saved - Successfully');
          shown(context.result?.receipt ?? 'a receipt');
          shown('Your score appears here when your teacher releases it.');
          expect(handedIn).toHaveBeenCalled();
        },
      },
    },
  );
}
