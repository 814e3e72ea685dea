import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Ports } from '../kit/ports.ts';

const timeout = 10_000;
const mostBytes = 1024 * 1024;

/** Networks that are not the internet (RFC 6890): a platform there would be a way into the server's own surroundings. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, prefix, 'ipv6');
const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

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

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > mostBytes) throw new PlatformFailed(response.status);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Asks a platform at an address that an administrator or the platform gave: HTTPS only, no address inside the server's own network, no
 * redirect, 10 s and 1 MB at most. A product that itself runs without TLS is a trial, and may reach a platform on the same machine.
 *
 * @returns the JSON of the answer (undefined if it is empty or none) and its headers
 * @throws PlatformFailed
 */
export async function askPlatform(
  ports: Pick<Ports, 'origin'>,
  address: string,
  init: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<{ json: unknown; headers: Headers }> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isTrial = ports.origin().startsWith('http:');
  if (!url || !(url.protocol === 'https:' || (isTrial && url.protocol === 'http:'))) throw new PlatformFailed(null);
  let response: Response;
  try {
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // A name that leads elsewhere a moment later does not have the certificate for it.
    if (!isTrial && (await lookup(name, { all: true })).some((found) => isInside(found.address))) throw new PlatformFailed(null);
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  } catch {
    throw new PlatformFailed(null);
  }
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new PlatformFailed(response.status, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null);
  }
  const text = await textOf(response).catch(() => {
    throw new PlatformFailed(response.status);
  });
  try {
    return { json: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  } catch {
    return { json: undefined, headers: response.headers };
  }
}
