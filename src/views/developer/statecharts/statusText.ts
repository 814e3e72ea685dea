import { m } from '../../../paraglide/messages.js';

const statusWords: Record<string, () => string> = {
  active: m.developer_status_active,
  done: m.developer_status_done,
  error: m.developer_status_error,
  stopped: m.developer_status_stopped,
};

/** An actor's status in words. */
export const statusText = (status: string): string => statusWords[status]?.() ?? status;
