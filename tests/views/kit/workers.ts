import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, vi } from 'vitest';

/** A worker that has loaded and says nothing of itself: jsdom has none. */
class SilentWorker {
  static newest: SilentWorker | undefined;
  onmessage: ((event: MessageEvent) => void) | null = null;
  isOver = false;

  constructor() {
    SilentWorker.newest = this;
  }
  postMessage(): void {}
  terminate(): void {
    this.isOver = true;
  }
}

/**
 * Puts workers in place that wait for the test's word. Call it once, at the top.
 *
 * @returns has the newest one answer
 */
export function installWorkers<Answer>(): (answer: Answer) => Promise<void> {
  beforeAll(() => void vi.stubGlobal('Worker', SilentWorker));
  afterAll(() => void vi.unstubAllGlobals());
  return async (data) => {
    await waitFor(() => expect(SilentWorker.newest?.isOver, 'no worker is at work').toBe(false));
    await act(async () => SilentWorker.newest?.onmessage?.({ data } as MessageEvent));
  };
}
