import { type Channel, channelName, publish } from './follow.ts';
import { listen, recordingFlag } from './inspectionPoint.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** What the visualizer needs from this window. */
export interface Inspection {
  recorder: Recorder;
  /** Undefined if the browser has none: then there is only one window. */
  channel: Channel | undefined;
  /** Id of this window. */
  window: string;
}

const windowKey = 'orrery.window';

/** Stable while the window is open, also across reloads, so that followers find it again. */
function windowId(): string {
  const id = sessionStorage.getItem(windowKey) ?? crypto.randomUUID();
  sessionStorage.setItem(windowKey, id);
  return id;
}

/** Makes every current and future window of this device record, until the returned function is called. */
export function recordEverywhere(): () => void {
  localStorage.setItem(recordingFlag, 'on');
  const stop = () => localStorage.removeItem(recordingFlag);
  addEventListener('pagehide', stop, { once: true });
  return () => {
    removeEventListener('pagehide', stop);
    stop();
  };
}

let running: Inspection | undefined;

/**
 * Starts recording in this window, once. Loaded by the visualizer, and at boot only if the address has `?inspect` or the flag is set.
 * Adopts existing actors in their current state.
 */
export function record(): Inspection {
  if (running) return running;
  const recorder = createRecorder({ now: () => Date.now() });
  for (const actor of listen(recorder.observe)) recorder.adopt(actor);
  const window = windowId();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : (new BroadcastChannel(channelName) as Channel);
  if (channel) {
    const stop = publish({ recorder, channel, window, title: () => document.title, soon: (send) => setTimeout(send, 50) });
    addEventListener('pagehide', stop, { once: true });
  }
  const started = { recorder, channel, window };
  running = started;
  void import('../views/developer/explainer/mountExplainer.tsx').then(({ mountExplainer }) => mountExplainer(started)).catch(console.error);
  return started;
}
