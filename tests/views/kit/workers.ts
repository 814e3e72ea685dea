import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, vi } from 'vitest';

/** A loaded worker that sends nothing on its own. jsdom has none. */
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

/** Installs workers that respond only when the test says so. Call it once, at the top of the test file. */
export function installWorkers(): void {
  beforeAll(() => void vi.stubGlobal('Worker', SilentWorker));
  afterAll(() => void vi.unstubAllGlobals());
}

/** Makes the newest worker send a response. */
export async function answerAsWorker(data: unknown): Promise<void> {
  await waitFor(() => expect(SilentWorker.newest?.isOver, 'no worker is at work').toBe(false));
  await act(async () => SilentWorker.newest?.onmessage?.({ data } as MessageEvent));
}
