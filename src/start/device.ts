import type { Problem } from '../machines/problem.ts';
import type { Send } from '../services/kit/client.ts';
import type { Environment } from '../services/kit/environment.ts';
import type { App } from '../views/app.ts';
import type { Services } from './services.ts';

/** The device's offline data, each part opened on first use. */
export function openDevice() {
  let device: ReturnType<App['device']> | undefined;
  const attempts: App['device'] = () => {
    device ??= import('../services/quiz/device.ts').then(({ browserDevice }) => browserDevice());
    return device;
  };
  let opened: ReturnType<App['shelf']> | undefined;
  const shelf: App['shelf'] = () => {
    opened ??= import('../services/player/lessonShelf.ts').then(({ deviceShelf }) => deviceShelf());
    return opened;
  };
  /** Saved lessons belong to the signed-in user only. */
  const clearShelf = (keep: string | null) =>
    void import('../services/player/lessonShelf.ts').then(async (ready) => ready.clearShelf(await shelf(), keep)).catch(() => undefined);
  let hasWorker = !import.meta.env.PROD;
  const startWorker = () => {
    if (hasWorker) return;
    hasWorker = true;
    void import('../services/player/offlineWorker.ts').then((ready) => ready.startOfflineWorker()).catch(console.warn);
  };

  return { attempts, shelf, clearShelf, startWorker };
}
export type OpenDevice = ReturnType<typeof openDevice>;

/** Calls of the contract. Reads without a response are answered from the lessons saved on this device, if possible. */
export function sendWith(services: Services, environment: Environment, shelf: App['shelf']): Send {
  return async (call, input, options) => {
    const { client } = await services.load();
    try {
      return await client.send(call, input, options);
    } catch (error) {
      const { owner } = environment.access();
      const isRead = call.method === 'GET' || call.path.endsWith('/get_content');
      if ((error as Partial<Problem>).code !== 0 || !isRead || owner === null) throw error;
      const saved = await import('../services/player/offlineReplies.ts')
        .then(async ({ offlineReply }) => offlineReply(await shelf(), owner, call, input))
        .catch(() => undefined);
      if (saved === undefined || options?.signal?.aborted) throw error;
      return saved;
    }
  };
}
