import type { Ports } from '../kit/ports.ts';

const longest = 10_000;
const most = 1024 * 1024;

/** A platform did not answer as it should. `status`: of its answer; null: there was none. Holds nothing of its words. */
export class PlatformFailed extends Error {
  readonly status: number | null;
  /** When to ask again, in ms; null: the answer does not say. */
  readonly retryAfter: number | null;

  constructor(status: number | null, retryAfter: number | null = null) {
    super(status === null ? 'The platform did not answer.' : `The platform answered with ${status}.`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks a platform at an address that an administrator or the platform gave, 10 s and 1 MB at most. `Outside` says which servers may be asked.
 *
 * @returns the JSON of the answer (undefined if it is empty or none) and its headers
 * @throws PlatformFailed
 */
export async function askPlatform(
  ports: Pick<Ports, 'outside'>,
  address: string,
  { method = 'GET', headers = {}, body }: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<{ json: unknown; headers: Headers }> {
  if (!URL.canParse(address)) throw new PlatformFailed(null);
  const response = await ports.outside.send(new URL(address), { method, headers, body, most, longest }).catch(() => {
    throw new PlatformFailed(null);
  });
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new PlatformFailed(response.status, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null);
  }
  const text = await response.text();
  try {
    return { json: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  } catch {
    return { json: undefined, headers: response.headers };
  }
}
