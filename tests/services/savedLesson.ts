import { expect, onTestFinished } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import type { Call } from '../../contract/kit.ts';
import type { UserData } from '../../contract/login.ts';
import { appMachine } from '../../src/machines/app/appMachine.ts';
import { outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { offlineLessonsActors } from '../../src/services/player/offlineLessons.ts';
import { outboxActors } from '../../src/services/quiz/outbox.ts';
import { ids, makeFixtureSchool } from '../server/fixtureSchool.ts';
import { testServer } from '../server/testServer.ts';
import { TestDevice } from '../views/kit/device.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { memoryShelf } from './memoryShelf.ts';

/** The rejection of a call that gets no response. */
export const silence = { code: 0, message: '' };
/** Ana's owner key on the device. */
export const owner = `1.${ids.ana}`;

/** Runs an actor to its end. */
export async function run<Output>(logic: unknown, input: unknown): Promise<Output> {
  const actor = createActor(logic as PromiseActorLogic<Output, unknown>, { input });
  actor.subscribe({ error: () => {} });
  actor.start();
  return toPromise(actor);
}

/** Ana's device with a saved lesson, and the server. `line.between` runs before each call and after it (`isAfter`), and may throw. */
export async function savedLesson(lessonId: number) {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const { assignment_id } = await assignTo(server, lessonId);
  const ana = await server.signIn('ana');
  const device = new TestDevice();
  const shelved = memoryShelf();
  const line = { between: (_call: Call, _isAfter: boolean): void => {} };
  const send = (async (call: Call, given: never) => {
    line.between(call, false);
    const { code, message, data } = await ana.call(call, given);
    if (code >= 400) throw { code, message, ...(code < 500 ? { refused: true } : {}) };
    line.between(call, true);
    return data;
  }) as unknown as Send;
  const app = createActor(appMachine).start();
  onTestFinished(() => void app.stop());
  const ports = () => ({ send, app, owner, device: async () => device, shelf: async () => shelved.shelf, now: () => server.clock.now });
  const lessons = offlineLessonsActors({ ...ports(), user: ana.user as UserData, warm: async () => {} });
  await run(lessons.save, { lessonId, assignmentId: assignment_id, name: 'In any order' });
  /** Runs the outbox until it has nothing left to do, or nothing that it can do now. */
  const outbox = async () => {
    const actor = createActor(outboxMachine.provide({ actors: outboxActors(ports()) }), { input: {} }).start();
    await expect.poll(() => actor.getSnapshot().value).toBeOneOf(['resting', 'waiting']);
    const { value, context } = actor.getSnapshot();
    actor.stop();
    return { value, items: context.items };
  };
  return { server, ana, app, device, shelved, line, ports, outbox };
}
export type SavedLesson = Awaited<ReturnType<typeof savedLesson>>;
