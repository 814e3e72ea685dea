/** Runs work one at a time: whoever asks while it runs waits for that run. */
export function oneRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await work();
    } finally {
      running = undefined;
    }
  };
  return () => {
    running ??= run();
    return running;
  };
}
