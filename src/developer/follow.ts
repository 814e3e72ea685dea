import type { AnyEventObject } from 'xstate';
import type { ActorInfo, Frame, InspectionSource, LogEntry, Recorder } from './recorder.ts';
import { redact } from './redact.ts';

/** Messages between windows of the product on this device. They contain no secrets; the channel only reaches the same origin. */
type Message =
  | { kind: 'looking' }
  | { kind: 'here'; window: string; title: string }
  | { kind: 'gone'; window: string }
  | { kind: 'follow'; window: string }
  | { kind: 'state'; window: string; actors: ActorInfo[]; frames: Record<string, Frame>; added: LogEntry[]; isComplete: boolean }
  | { kind: 'send'; window: string; actor: string; event: AnyEventObject };

/** The used part of BroadcastChannel. */
export interface Channel {
  postMessage: (message: Message) => void;
  addEventListener: (type: 'message', listener: (message: { data: Message }) => void) => void;
  removeEventListener: (type: 'message', listener: (message: { data: Message }) => void) => void;
}

export const channelName = 'orrery.inspection';

/** A window whose actors can be inspected. */
export interface OtherWindow {
  id: string;
  title: string;
}

const asData = <T>(value: T): T => redact(value) as T;

interface Publishing {
  recorder: Recorder;
  channel: Channel;
  /** Id of this window. */
  window: string;
  title: () => string;
  /** Runs once, soon: batches what happens at once into one message. */
  soon: (send: () => void) => void;
}

/** Publishes this window's actors to other windows. Nothing is copied or sent until one follows. */
export function publish({ recorder, channel, window, title, soon }: Publishing): () => void {
  let followed = false;
  let sent = 0;
  let planned = false;

  const frames = () =>
    Object.fromEntries(
      recorder.actors().flatMap(({ id, chart, status }) => {
        const frame = chart && status !== 'stopped' ? recorder.frame(id) : undefined;
        return frame ? [[id, asData(frame)]] : [];
      }),
    );
  const post = (isComplete: boolean) => {
    const log = recorder.log();
    const added = isComplete ? log : log.slice(firstAfter(log, sent));
    sent = log.at(-1)?.step ?? sent;
    channel.postMessage({ kind: 'state', window, actors: [...recorder.actors()], frames: frames(), added: added.map(asData), isComplete });
  };
  const onMessage = ({ data }: { data: Message }) => {
    if (data.kind === 'looking') channel.postMessage({ kind: 'here', window, title: title() });
    else if (data.kind === 'follow' && data.window === window) {
      followed = true;
      post(true);
    } else if (data.kind === 'send' && data.window === window) recorder.send(data.actor, data.event);
  };
  const stopWatching = recorder.subscribe(() => {
    if (!followed || planned) return;
    planned = true;
    soon(() => {
      planned = false;
      post(false);
    });
  });
  channel.addEventListener('message', onMessage);
  channel.postMessage({ kind: 'here', window, title: title() });
  return () => {
    stopWatching();
    channel.removeEventListener('message', onMessage);
    channel.postMessage({ kind: 'gone', window });
  };
}

/** Index of the first entry after `step`; entries are in order. */
function firstAfter(log: readonly LogEntry[], step: number): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log[middle]?.step ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Other publishing windows, kept up to date. */
export function otherWindows(channel: Channel, self: string, onChange: (windows: readonly OtherWindow[]) => void): () => void {
  const known = new Map<string, OtherWindow>();
  const onMessage = ({ data }: { data: Message }) => {
    if (data.kind === 'here' && data.window !== self) known.set(data.window, { id: data.window, title: data.title });
    else if (data.kind === 'gone') known.delete(data.window);
    else return;
    onChange([...known.values()]);
  };
  channel.addEventListener('message', onMessage);
  channel.postMessage({ kind: 'looking' });
  return () => channel.removeEventListener('message', onMessage);
}

/** The actors of another window, live. */
export function follow(channel: Channel, window: string, capacity = 10_000): InspectionSource & { stop: () => void } {
  const listeners = new Set<() => void>();
  let state: { actors: ActorInfo[]; frames: Record<string, Frame>; log: LogEntry[] } = { actors: [], frames: {}, log: [] };
  let changes = 0;
  const onMessage = ({ data }: { data: Message }) => {
    if (data.kind === 'here' && data.window === window) channel.postMessage({ kind: 'follow', window });
    if (data.kind === 'gone' && data.window === window) {
      state = { ...state, actors: state.actors.map((actor) => ({ ...actor, status: 'stopped' })) };
    } else if (data.kind === 'state' && data.window === window) {
      const { actors, frames, added, isComplete } = data;
      const newest = isComplete ? 0 : (state.log.at(-1)?.step ?? 0);
      const log = [...(isComplete ? [] : state.log), ...added.filter(({ step }) => step > newest)];
      state = { actors, frames, log: log.slice(-capacity) };
    } else return;
    changes++;
    for (const listener of listeners) listener();
  };
  channel.addEventListener('message', onMessage);
  channel.postMessage({ kind: 'follow', window });
  return {
    version: () => changes,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actors: () => state.actors,
    log: () => state.log,
    frame: (actor) => state.frames[actor],
    send: (actor, event) => channel.postMessage({ kind: 'send', window, actor, event }),
    stop: () => channel.removeEventListener('message', onMessage),
  };
}
