// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { RunningAssessment } from '../../contract/closing.ts';
import { calls } from '../../contract/index.ts';
import type { closingMachine } from '../../src/machines/closing/closingMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { LessonPlayer } from '../../src/views/player/LessonPlayer.tsx';
import { describeView } from '../kit/describeView.ts';
import { closingModel } from '../machines/closing.model.ts';
import { assessment_id, ids, resourceIds } from '../server/fixtureSchool.ts';
import { TestDevice } from './kit/device.ts';
import { breakTheClock, letTheTimePass } from './kit/endOfTime.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let device: TestDevice;
/** Resolves to let the device give its first answer. */
let isThere: PromiseWithResolvers<TestDevice>;

/** Stores the assessment as a tab of this device does when it starts one; null deletes it. */
function keep(running: RunningAssessment | null): void {
  const key = `quiz/1.${ids.ana}/${assessment_id}/${ids.freeLesson}`;
  if (running) device.items.set(key, { v: 1, quiz: { overview: {}, started: { result_id: running.result_id, closes_content: running } } });
  else device.items.delete(key);
}

/** Sets Ana's state on the server: this attempt is running, or none. */
async function stand(running: RunningAssessment | null): Promise<void> {
  const { backend } = opened.network;
  await backend.db.deleteFrom('attempt').execute();
  if (!running) return;
  const ana = await backend.signIn('ana');
  await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  await backend.db.updateTable('attempt').set({ result_id: running.result_id }).execute();
}

const listed = () =>
  within(screen.getByRole('navigation', { name: m.player_resources() }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const answered =
  (call = calls.runningAssessment) =>
  ({ output }: { output: RunningAssessment | null }) =>
    opened.network.release(call, () => stand(output));
const unanswered = ({ error }: { error: { code: number; message: string } }) => opened.network.fail(calls.runningAssessment, error);

describeView<typeof closingMachine>(closingModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.runningAssessment] });
    device = new TestDevice();
    isThere = Promise.withResolvers();
    const { backend } = opened.network;
    await keepResources(backend, ids.freeLesson, ['reading', 'quiz', 'assessment']);
    const { assignment_id: assignmentId } = await assignTo(backend, ids.freeLesson);
    await opened.signIn('ana');
    const resourceId = resourceIds(ids.freeLesson).quiz;
    stage.render(
      <Around app={{ ...opened.app, device: () => isThere.promise }}>
        <LessonPlayer played={{ lessonId: ids.freeLesson, itemId: 0, assignmentId, groupAssignmentId: 0, resourceId, mode: 'play' }} />
      </Around>,
    );
    await screen.findByRole('heading', { level: 1, name: 'quiz' });
  },
  drive: {
    'device.read': async ({ running }) => {
      keep(running);
      await act(async () => {
        isThere.resolve(device);
        device.change();
      });
    },
    'assessment.noticed': () => fireEvent(document, new Event('visibilitychange')),
    'xstate.done.actor.askServer': answered(),
    'xstate.error.actor.askServer': unanswered,
    'xstate.done.actor.askServerAgain': answered(),
    'xstate.error.actor.askServerAgain': unanswered,
    'xstate.done.actor.awaitEnd': (_event, { clock }) => letTheTimePass(clock),
    'xstate.error.actor.awaitEnd': (_event, { clock }) => breakTheClock(clock),
  },
  see: {
    looking: () => expect(listed()).toEqual(['reading', 'quiz', 'assessment']),
    open: () => expect(listed()).toEqual(['reading', 'quiz', 'assessment']),
    closed: () => expect(listed()).toEqual(['reading (closed during the assessment)', 'quiz', 'assessment']),
  },
});
