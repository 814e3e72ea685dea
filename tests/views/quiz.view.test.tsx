// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { isAnswered, type KeptAttempt } from '../../common/attempt.ts';
import { calls } from '../../contract/index.ts';
import type { Question } from '../../contract/quiz.ts';
import type { contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import type { QuizInput } from '../../src/machines/quiz/quizAttempt.ts';
import type { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizView from '../../src/views/quiz/QuizView.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { contactModel } from '../machines/contact.model.ts';
import { quizOnScreen } from '../machines/quiz.model.ts';
import { assessment_id, ids, quiz_id } from '../server/fixtureSchool.ts';
import { answerOpenQuestion } from './kit/answers.ts';
import { TestDevice } from './kit/device.ts';
import { breakTheClock, letTheTimePass } from './kit/endOfTime.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

const common = { userPuid: ids.ana, lessonId: ids.freeLesson, resourceTrackingId: 0 };
// Assessments follow the same path with different calls (below).
const inputs: Record<string, QuizInput> = { quiz: { ...common, quizId: quiz_id, kind: 'quiz' } };
const overviews = { quiz: calls.quizDetails, assessment: calls.assessmentOverview, reader: calls.quizDetails };
const starts = { quiz: calls.startQuiz, assessment: calls.startAssessment, reader: calls.startQuiz };
const submissions = { quiz: calls.submitQuiz, assessment: calls.submitAssessment, reader: calls.submitReadersQuiz };

let opened: Screen;
let device: TestDevice;
let input: QuizInput;
/** Those of the attempt that is being restored. */
let questions: Question[] = [];
/** The model's attempt, with an answer to a question that the backend has. */
const keptHere = ({ answers, ...kept }: KeptAttempt): KeptAttempt => ({
  ...kept,
  answers: Object.fromEntries(Object.values(answers).map((answer, at) => [questions[at + 1]?.id, answer])),
});
const handedIn = vi.fn();

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const palette = () => screen.getByRole('navigation', { name: 'Questions' });
const saveStatus = () => screen.getAllByText(/^(Saved|Saving|Not saved|Changed)/)[0]?.textContent;

/** The student submitted before, on another device. */
async function handInElsewhere() {
  const ana = await opened.network.backend.signIn('ana');
  const named = { lesson_resource_tracking_id: 0, lesson_id: ids.freeLesson };
  const { result_id } =
    input.kind === 'quiz'
      ? await ana.ok(calls.startQuiz, { ...named, quiz_id })
      : await ana.ok(calls.startAssessment, { ...named, assessment_id });
  await ana.ok(submissions[input.kind], { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
}

/** Gives the quiz a time limit, like an assessment. */
const limitTheTime = () => opened.network.backend.db.updateTable('quiz').set({ delivery: 'assessment' }).execute();

async function hideThePage() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  Reflect.deleteProperty(document, 'visibilityState');
}

const at = (snapshot: { _nodes: { path: string[] }[] }, path: string) =>
  snapshot._nodes.some((node) => node.path.join('.') === `attempt.${path}`);
const isLocked = () => expect(screen.getByRole('button', { name: m.quiz_back_to_questions() }).getAttribute('aria-disabled')).toBe('true');

/** Opens the quiz with the server's answers held back, and those of the device if `isHeld`. */
async function mount(stage: Stage<any>, given: QuizInput, { isHeld }: { isHeld: boolean }) {
  input = given;
  handedIn.mockClear();
  const { kind } = input;
  opened = await openScreen({ ...stage, held: [overviews[kind], starts[kind], submissions[kind], calls.saveAnswers] });
  device = new TestDevice({ isHeld });
  await assignTo(opened.network.backend, ids.freeLesson);
  await opened.signIn('ana');
  stage.render(
    <Around app={{ ...opened.app, device: async () => device, chance: () => 0 }}>
      <QuizView input={input} onHandedIn={handedIn} />
    </Around>,
  );
}

describeView<typeof quizMachine>(
  {
    ...quizOnScreen,
    inputs,
  },
  {
    mount: (stage) => mount(stage, stage.input as QuizInput, { isHeld: true }),
    drive: {
      'overview.retried': () => press(m.common_try_again()),
      'quiz.started': () => press(m.quiz_start()),
      'attempt.claimed': () => device.grant(),
      'attempt.heldElsewhere': (_event, { clock }) => device.withhold(clock),
      'attempt.wanted': () => device.askFor(),
      'attempt.asked': () => press(m.quiz_continue_here()),
      'attempt.looked': () => press(m.quiz_look_handed_in()),
      'question.opened': ({ index }) =>
        screen.queryByRole('heading', { name: /^Question/ })
          ? fireEvent.click(within(palette()).getAllByRole('button')[index] as Element)
          : press(`Change question ${index + 1}`),
      'question.visited': ({ index }) => fireEvent.focus(screen.getByRole('heading', { name: new RegExp(`^Question ${index + 1} `) })),
      'answer.changed': () => answerOpenQuestion(),
      'answer.cleared': () => press(m.quiz_clear()),
      'question.flagged': () => press(/^Flag/),
      'option.crossedOut': () => fireEvent.click(screen.getAllByRole('button', { name: /^Cross out/ })[1] as Element),
      'layout.chosen': ({ layout }) =>
        fireEvent.change(screen.getByRole('combobox', { name: m.quiz_layout() }), { target: { value: layout } }),
      'quiz.reviewed': () => press(m.quiz_look_over()),
      'review.closed': () => press(m.quiz_back_to_questions()),
      'quiz.submitted': () => press(m.quiz_hand_in()),
      'delivery.retried': () => press(m.common_try_again()),
      'connection.restored': () => act(async () => window.dispatchEvent(new Event('online'))),
      'page.hidden': hideThePage,
      'xstate.done.actor.loadOverview': ({ output }) =>
        opened.network.release(overviews[input.kind], output.result ? handInElsewhere : undefined),
      'xstate.error.actor.loadOverview': ({ error }) => opened.network.fail(overviews[input.kind], error),
      'xstate.done.actor.startQuiz': () => opened.network.release(starts[input.kind], limitTheTime),
      'xstate.error.actor.startQuiz': ({ error }) => opened.network.fail(starts[input.kind], error),
      'xstate.done.actor.readKept': ({ output }) =>
        device.release(
          'read',
          (key) => output.kept && { v: 1, attempt: { ...keptHere(output.kept), resultId: Number(key.split('/').at(-1)) } },
        ),
      'xstate.error.actor.readKept': () => device.fail('read'),
      'xstate.done.actor.keepAttempt': () => device.release('write'),
      'xstate.error.actor.keepAttempt': () => device.fail('write'),
      'xstate.done.actor.keepSubmission': () => device.release('write'),
      'xstate.error.actor.keepSubmission': () => device.fail('write'),
      'xstate.done.actor.keepForOther': () => device.release('write'),
      'xstate.error.actor.keepForOther': () => device.fail('write'),
      'xstate.done.actor.saveAnswers': () => opened.network.release(calls.saveAnswers),
      'xstate.error.actor.saveAnswers': ({ error }) => opened.network.fail(calls.saveAnswers, error),
      'xstate.done.actor.awaitEnd': (_event, { clock }) => letTheTimePass(clock),
      'xstate.error.actor.awaitEnd': (_event, { clock }) => breakTheClock(clock),
      'xstate.done.actor.submitQuiz': () => opened.network.release(submissions[input.kind]),
      'xstate.error.actor.submitQuiz': ({ error }) => opened.network.fail(submissions[input.kind], error),
    },
    see: {
      loading: () => expect(screen.queryByRole('button')).toBeNull(),
      unavailable: () => {
        shown(m.quiz_unavailable());
        shown('No such quiz');
      },
      overview: ({ context }) => {
        shown(m.quiz_before_you_start());
        shown(String(context.overview?.question_count));
        expect(screen.queryByText(m.quiz_start_failed()) !== null).toBe(context.problem !== null);
      },
      starting: () => expect(screen.getByRole('button').dataset.pending).toBe('true'),
      'attempt.claiming': () => expect(screen.queryByRole('button')).toBeNull(),
      'attempt.elsewhere': () => {
        shown(m.quiz_elsewhere());
        expect(screen.queryByRole('radio')).toBeNull();
        expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
      },
      'attempt.takingUp': () => expect(screen.queryByRole('button')).toBeNull(),
      'attempt.yielding': () => expect(screen.queryByRole('button')).toBeNull(),
      'attempt.restoring': ({ context }) => {
        questions = context.questions;
        expect(screen.queryByRole('button')).toBeNull();
      },
      'attempt.answering.place.question': (snapshot) => {
        if (at(snapshot as never, 'answering.saving.closed')) return;
        const { context } = snapshot;
        screen.getByRole('heading', { name: `Question ${context.index + 1} of ${context.questions.length}` });
        expect(screen.getAllByRole('heading', { name: /^Question \d/ })).toHaveLength(
          context.layout === 'all' ? context.questions.length : 1,
        );
        const states = context.questions.map(({ id }, index) => {
          const state = context.flagged.includes(id) ? 'flagged' : isAnswered(context.answers[id]) ? 'answered' : m.quiz_state_open();
          return `Question ${index + 1}: ${state}`;
        });
        const buttons = within(palette()).getAllByRole('button');
        expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(states);
        expect(buttons[context.index]?.getAttribute('aria-current')).toBe('step');
        if (context.layout === 'all') return;
        const open = context.questions[context.index]?.id ?? 0;
        expect(screen.queryByRole('button', { name: m.quiz_clear() }) !== null).toBe(isAnswered(context.answers[open]));
        expect(screen.queryAllByRole('button', { name: /^Cross out/, pressed: true })).toHaveLength(context.crossedOut[open]?.length ?? 0);
      },
      'attempt.answering.place.turning': ({ context }) =>
        screen.getByRole('heading', { name: `Question ${context.index + 1} of ${context.questions.length}` }),
      'attempt.answering.place.reviewing': (snapshot) => {
        if (at(snapshot as never, 'answering.saving.closed')) return;
        screen.getByRole('heading', { name: m.quiz_look_over() });
        const open = snapshot.context.questions.filter(({ id }) => !isAnswered(snapshot.context.answers[id])).length;
        shown(new RegExp(`^${open} questions? ha(s|ve) no answer yet`));
      },
      'attempt.answering.keeping': (snapshot) => {
        if (at(snapshot as never, 'answering.saving.closed')) return;
        expect(screen.queryByText(/^This browser does not keep anything on this device/) !== null).toBe(snapshot.hasTag('unkept'));
      },
      'attempt.answering.saving.settled': () => expect(saveStatus()).toMatch(/^Saved/),
      'attempt.answering.saving.waiting': () => expect(saveStatus()).toBe('Saving…'),
      'attempt.answering.saving.sending': ({ context }) =>
        expect(saveStatus()).toBe(context.failures > 0 ? m.ui_save_offline({ count: 1 }) : 'Saving…'),
      'attempt.answering.saving.queued': () => expect(saveStatus()).toBe(m.ui_save_offline({ count: 1 })),
      'attempt.answering.saving.refused': () => {
        expect(saveStatus()).toBe(`${m.ui_save_failed({ count: 1 })}. No`);
        screen.getByRole('button', { name: m.quiz_download() });
      },
      'attempt.answering.saving.closed': () => {
        shown(m.quiz_closed());
        shown(/1 answer on this device did not reach your teacher in time\.$/);
        screen.getByRole('button', { name: m.quiz_download() });
      },
      'attempt.handingIn.keeping': () =>
        expect(screen.getByRole('button', { name: having(m.quiz_hand_in()) }).dataset.pending).toBe('true'),
      'attempt.handingIn.sending': () =>
        expect(screen.getByRole('button', { name: having(m.quiz_hand_in()) }).dataset.pending).toBe('true'),
      'attempt.handingIn.queued': () => {
        shown('Failed to submit. Please try submitting again');
        shown(/Your quiz will be submitted as soon as there is a connection, even on your next visit\.$/);
        isLocked();
      },
      'attempt.handingIn.refused': ({ context }) => {
        shown('Failed to submit. Please try submitting again');
        shown(having(m.quiz_nothing_lost()));
        if (context.isOver) isLocked();
      },
      submitted: ({ context }) => {
        shown('Responses of Quiz Saved - Successfully');
        shown(context.result?.receipt ?? 'a receipt');
        shown(m.quiz_score_later());
        expect(handedIn).toHaveBeenCalled();
        expect(
          [...device.items.keys()].filter((key) => key.startsWith('attempt/')),
          'nothing is left on the device',
        ).toEqual([]);
      },
    },
  },
);

const comeBack = () => act(async () => window.dispatchEvent(new Event('online')));
/** A save of the answers is on its way. */
async function save() {
  if (opened.network.waiting(calls.saveAnswers) > 0) return;
  if (saveStatus()?.startsWith('Saved')) await answerOpenQuestion();
  await comeBack();
  await hideThePage();
  await waitFor(() => expect(opened.network.waiting(calls.saveAnswers)).toBe(1));
}

describeView<typeof contactMachine>(contactModel, {
  mount: async (stage) => {
    await mount(stage, inputs.quiz as QuizInput, { isHeld: false });
    await opened.network.release(calls.quizDetails);
    fireEvent.click(await screen.findByRole('button', { name: m.quiz_start() }));
    await opened.network.release(calls.startQuiz);
    await screen.findByRole('heading', { name: /^Question 1 / });
  },
  drive: {
    'server.reached': async () => {
      await save();
      await opened.network.release(calls.saveAnswers);
    },
    'server.missed': async () => {
      await save();
      await opened.network.fail(calls.saveAnswers, { code: 503 });
    },
    'connection.restored': comeBack,
    'page.hidden': hideThePage,
  },
  see: Object.fromEntries(
    ['heard', 'silent', 'lost'].map((state) => [
      state,
      () => {
        const says = shownIfAny(/^No connection for a minute/);
        expect(says !== null).toBe(state === 'lost');
        expect(screen.queryByRole('button', { name: m.quiz_download() }) !== null).toBe(state === 'lost');
      },
    ]),
  ),
});
