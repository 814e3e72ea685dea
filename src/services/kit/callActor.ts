import { fromPromise, type NonReducibleUnknown } from 'xstate';

/**
 * An actor that makes calls. Once stopped, it reports nothing: a remounted view (StrictMode, Activity) starts the same actor again, which
 * must not mistake the end of the canceled request for that of the new one.
 */
export const callActor = <Output, Input = NonReducibleUnknown>(call: (args: { input: Input; signal: AbortSignal }) => Promise<Output>) =>
  fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        call({ input, signal }).then(
          (output) => signal.aborted || resolve(output),
          (error: unknown) => signal.aborted || reject(error),
        );
      }),
  );
