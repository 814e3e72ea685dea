import { fieldReason } from './fieldReasons.ts';
import { refuse } from './handler.ts';

/** Whether an address is of the local machine. */
export const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Refuses addresses without TLS, by field, unless they are on the local machine. Whether they may be asked is decided when they are. */
export function assertOverHttps(addresses: Readonly<Record<string, string>>): void {
  for (const [field, address] of Object.entries(addresses)) {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLoopback(url))
      throw refuse('notOverHttps', {}, { fields: [fieldReason(field, 'mustBe', { what: 'webAddress' })] });
  }
}
