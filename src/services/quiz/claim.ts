import { fromCallback } from 'xstate';
import type { LockNews, TabNews } from '../../machines/quiz/claimMachine.ts';
import { type AttemptPorts, lockOf, quietly } from './attempts.ts';

/** The lock of an attempt, and the other tabs, as the `claim` chart sees them. */
export function claimActors({ owner, device }: Pick<AttemptPorts, 'owner' | 'device'>) {
  return {
    holdLock: fromCallback<{ type: string }, { resultId: number; isStolen: boolean }, LockNews>(({ input, sendBack }) => {
      const stopping = new AbortController();
      const requesting = device().then(
        ({ locks }) => {
          if (stopping.signal.aborted) return undefined;
          sendBack({ type: 'lock.requested' });
          return locks.request(lockOf(owner, input.resultId), input, (news) => sendBack({ type: `lock.${news}` }));
        },
        () => {
          // Without a device, every tab may continue.
          sendBack({ type: 'lock.granted' });
          return undefined;
        },
      );
      return () => {
        stopping.abort();
        void requesting.then((letGo) => letGo?.());
      };
    }),
    watchTabs: fromCallback<{ type: 'lock.asked' }, { resultId: number }, TabNews>(({ input, sendBack, receive }) => {
      const name = lockOf(owner, input.resultId);
      const stopping = new AbortController();
      const watching = device().then(
        ({ locks }) =>
          stopping.signal.aborted
            ? undefined
            : locks.watch(name, (news) => sendBack({ type: news === 'asked' ? 'lock.asked' : 'page.restored' })),
        () => undefined,
      );
      receive(() => void quietly(device().then(({ locks }) => locks.ask(name))));
      return () => {
        stopping.abort();
        void watching.then((stop) => stop?.());
      };
    }),
  };
}
