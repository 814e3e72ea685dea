// @vitest-environment jsdom

import { act, fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { ProviderAnswer } from '../../src/machines/provider/providerAnswers.ts';
import type { providerAssessmentMachine } from '../../src/machines/provider/providerAssessmentMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { providerProtocol } from '../../src/services/provider.ts';
import ProviderAssessment from '../../src/views/player/ProviderAssessment.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { providerAssessmentModel, refusal } from '../machines/providerAssessment.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let question_id = 0;
const named = { assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 };

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
/** A message from the frame. `lie` overrides what the browser reports about its sender. */
const speak = (message: Record<string, unknown>, lie: MessageEventInit = {}) =>
  act(async () => {
    const data = { protocol: providerProtocol, nonce: new URL(frame().src).hash.slice(1), ...message };
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame().contentWindow, ...lie }));
  });
/** The model's answers, for an existing question. */
const real = (answers: ProviderAnswer[]) => answers.map((one) => ({ ...one, question_id }));

describeView<typeof providerAssessmentMachine>(providerAssessmentModel, {
  mount: async (stage) => {
    const held = [calls.assessmentOverview, calls.startProviderAssessment, calls.saveAnswers, calls.submitProviderAssessment];
    opened = await openScreen({ ...stage, held });
    const { backend } = opened.network;
    await addLessonOfKinds(backend.ports);
    await assignTo(backend, kinds.lesson_id);
    const question = backend.db
      .selectFrom('question')
      .select('question_id')
      .where('quiz_id', '=', named.assessment_id)
      .orderBy('sort_order');
    ({ question_id } = await question.executeTakeFirstOrThrow());
    await opened.signIn('ana');
    stage.render(
      <Around app={{ ...opened.app, chance: () => 0 }}>
        <ProviderAssessment
          input={{ userPuid: ids.ana, quizId: named.assessment_id, lessonId: kinds.lesson_id, resourceTrackingId: 0 }}
          onHandedIn={() => {}}
        />
      </Around>,
    );
  },
  // Unsaved answers show beside the questions, once those have loaded.
  can: (event, snapshot) => event.type !== 'delivery.retried' || !snapshot.hasTag('covered'),
  drive: {
    'overview.retried': () => press(m.common_try_again()),
    'assessment.started': async () => fireEvent.click(await screen.findByRole('button', { name: /Start|Continue/ })),
    'frame.ready': () => speak({ type: 'ready' }),
    'frame.failed': ({ message }) => speak({ type: 'failed', message }),
    'frame.reopened': async () =>
      fireEvent.click(await screen.findByRole('button', { name: oneOf(m.provider_reopen(), m.common_try_again()) })),
    'answers.given': ({ answers }) => speak({ type: 'answered', answers: real(answers) }),
    'assessment.handedIn': ({ answers }) => speak({ type: 'handedIn', answers: real(answers) }),
    'message.refused': () => speak({ type: 'handedIn', answers: [] }, { origin: 'https://elsewhere.example' }),
    'delivery.retried': () => press(m.common_try_again()),
    'connection.restored': async () => {
      await act(async () => opened.app.actor.send({ type: 'connection.lost' }));
      await act(async () => opened.app.actor.send({ type: 'connection.restored' }));
    },
    'submission.retried': () => press(m.common_try_again()),
    'xstate.done.actor.loadOverview': ({ output }) =>
      opened.network.release(calls.assessmentOverview, async () => {
        if (!output.result) return;
        const ana = await opened.network.backend.signIn('ana');
        const { result_id } = await ana.ok(calls.startProviderAssessment, named);
        await ana.ok(calls.submitProviderAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
      }),
    'xstate.error.actor.loadOverview': ({ error }) => opened.network.fail(calls.assessmentOverview, error),
    'xstate.done.actor.startAssessment': () =>
      opened.network.release(calls.startProviderAssessment, async () => {
        // Deletes the server's responses, so that answers held only by a new frame show up.
        await opened.network.backend.db.deleteFrom('response').execute();
      }),
    'xstate.error.actor.startAssessment': ({ error }) => opened.network.fail(calls.startProviderAssessment, error),
    'xstate.done.actor.saveAnswers': () => opened.network.release(calls.saveAnswers),
    'xstate.error.actor.saveAnswers': ({ error }) => opened.network.fail(calls.saveAnswers, error),
    'xstate.done.actor.submitAssessment': () => opened.network.release(calls.submitProviderAssessment),
    'xstate.error.actor.submitAssessment': ({ error }) => opened.network.fail(calls.submitProviderAssessment, error),
  },
  see: {
    loading: () => expect(screen.queryByRole('button')).toBeNull(),
    unavailable: () => void shown('No such assessment'),
    overview: ({ context }) => {
      screen.getByRole('button', { name: /Start|Continue/ });
      if (context.problem) shown(/could not be started/i);
    },
    starting: () => screen.getByRole('button', { name: /Start|Continue/ }),
    framed: () => {
      expect(frame().getAttribute('sandbox')).toBe('allow-scripts');
      expect(frame().src).toMatch(/\/api\/assessment-provider\/frame#[\w-]{36}$/);
    },
    'framed.frame.opening': () => void shown(m.provider_opening()),
    'framed.frame.slow': () => void shown(m.provider_slow()),
    'framed.frame.ready': () => expect(frame().dataset.covered).toBeUndefined(),
    'framed.frame.answering': () => expect(frame().dataset.covered).toBeUndefined(),
    'framed.keeping.settled': (snapshot) => snapshot.hasTag('covered') || screen.getByText('Saved', { ignore: '[role=status]' }),
    'framed.keeping.saving': (snapshot) => snapshot.hasTag('covered') || shown('Saving…'),
    'framed.keeping.refused': (snapshot) =>
      snapshot.hasTag('covered') || screen.getByText(new RegExp(refusal.message), { ignore: '[role=status]' }),
    'framed.keeping.queued': (snapshot) => snapshot.hasTag('covered') || screen.getByRole('button', { name: m.common_try_again() }),
    'framed.trust.undisturbed': () => expect(shownIfAny(/claimed to be the assessment/)).toBeNull(),
    'framed.trust.suspicious': () => void shown(/claimed to be the assessment/),
    down: () => void shown(m.provider_down()),
    submitting: () => void shown(m.provider_submitting()),
    submitFailed: () => void shown('Failed to submit. Please try submitting again'),
    handedIn: () => void shown('Responses of Quiz Saved - Successfully'),
  },
});
