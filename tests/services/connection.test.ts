// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, type EventObject, setup } from 'xstate';
import { appMachine } from '../../src/machines/app/appMachine.ts';
import { watchConnection, watchHiding } from '../../src/services/kit/connection.ts';

const app = createActor(appMachine);

/** What a chart hears from a source, and how to stop it. */
function listening(source: typeof watchHiding | ReturnType<typeof watchConnection>) {
  const heard: string[] = [];
  const machine = setup({ actors: { source } }).createMachine({
    invoke: { src: 'source', id: 'source' },
    on: { '*': { actions: ({ event }: { event: EventObject }) => void heard.push(event.type) } },
  });
  const actor = createActor(machine).start();
  onTestFinished(() => void actor.stop());
  return { heard, stop: () => actor.stop() };
}

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const page = (type: 'pageshow' | 'pagehide', persisted: boolean) => window.dispatchEvent(new PageTransitionEvent(type, { persisted }));

it.each<[string, string[], () => void]>([
  ['the app knows of a connection again', ['connection.restored'], () => app.send({ type: 'connection.restored' })],
  ['the browser reports a connection', ['connection.restored'], () => window.dispatchEvent(new Event('online'))],
  ['the user returns to the page', ['connection.restored'], () => show('visible')],
  ['the browser brings a page back', ['connection.restored'], () => page('pageshow', true)],
  ['the page is shown for the first time', [], () => page('pageshow', false)],
  ['the page is hidden', ['page.hidden'], () => show('hidden')],
  ['the page is left', ['page.hidden'], () => page('pagehide', true)],
])('when %s, charts hear %j', (_what, expected, happen) => {
  app.start();
  app.send({ type: 'connection.lost' });
  const connection = listening(watchConnection(app));
  const hiding = listening(watchHiding);
  expect([...connection.heard, ...hiding.heard]).toEqual([]);
  happen();
  expect([...connection.heard, ...hiding.heard]).toEqual(expected);
  connection.stop();
  hiding.stop();
  app.send({ type: 'connection.lost' });
  happen();
  expect([...connection.heard, ...hiding.heard], 'a stopped source is silent').toEqual(expected);
});

it('a connection that was never lost is not restored', () => {
  app.start();
  app.send({ type: 'connection.restored' });
  const { heard } = listening(watchConnection(app));
  app.send({ type: 'connection.restored' });
  app.send({ type: 'connection.lost' });
  expect(heard).toEqual([]);
});
