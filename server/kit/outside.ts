import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Why another server could not be asked. */
export class OutsideProblem extends Error {
  readonly code: 'private' | 'insecure' | 'unreachable' | 'tooLarge';
  constructor(code: OutsideProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A request to another server. */
export interface OutsideRequest {
  method: 'GET' | 'POST' | 'PATCH';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Maximum size of the answer, in bytes. */
  most: number;
  /** Maximum time until the whole answer is there, in ms; 10 minutes if not given. */
  longest?: number;
  /** Called every 15 s while the server is silent. If it fails, the request is given up. */
  beat?: () => Promise<unknown>;
}

/** Requests to servers that administrators name. */
export interface Outside {
  /** Sends a request. Follows no redirect. Throws `OutsideProblem`. */
  send: (url: URL, request: OutsideRequest) => Promise<Response>;
  /** Waits so many ms before a request is repeated. */
  pause: (ms: number) => Promise<void>;
}

/** Networks in which no public server is (IANA special-purpose address registries). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix);
/** Global unicast is 2000::/3. Parts of it lead elsewhere: into IPv4, into documentation. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address belongs to a public network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address);
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** How long a server may stay silent, and how long an answer may take in all, in ms. */
const patience = 60_000;
const usualLongest = 10 * 60_000;
const beatAfter = 15_000;
const refused = (hostname: string) => new OutsideProblem('private', `${hostname} is not a public address.`);

/** Resolves a name to public addresses only. The connection uses what was checked, so that the name cannot change in between. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (!first) return done(refused(hostname), []);
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });

/**
 * Requests over https to public addresses. `privateHosts`: hosts that the operator allows although their addresses are not public; the local
 * machine among them also without TLS.
 */
export function outsideOf(privateHosts: readonly string[] = []): Outside {
  const send: Outside['send'] = (url, { method, headers, body, most, longest = usualLongest, beat }) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = privateHosts.includes(host);
    const isLocal = isAllowed && /^(localhost|127(\.\d+){3}|::1)$/.test(host);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
      return Promise.reject(new OutsideProblem('insecure', `${url.origin} is not https.`));
    if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(refused(host));
    return new Promise<Response>((done, failed) => {
      const fail = (error: Error) =>
        failed(error instanceof OutsideProblem ? error : new OutsideProblem('unreachable', `${url.host} did not answer: ${error.message}`));
      const asked = (url.protocol === 'https:' ? requestHttps : requestHttp)(
        url,
        { method, headers, timeout: patience, signal: AbortSignal.timeout(longest), ...(isAllowed ? {} : { lookup: publicLookup }) },
        (answer) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          answer.on('error', fail);
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length;
            pieces.push(piece);
            if (bytes > most) answer.destroy(new OutsideProblem('tooLarge', `The answer of ${url.host} has more than ${most} bytes.`));
          });
          answer.on('end', () => {
            const told = new Headers();
            for (const [name, values] of Object.entries(answer.headersDistinct)) for (const value of values ?? []) told.append(name, value);
            const status = answer.statusCode ?? 0;
            const hasBody = status >= 200 && ![204, 205, 304].includes(status);
            done(new Response(hasBody ? Buffer.concat(pieces) : null, { status: status >= 200 ? status : 502, headers: told }));
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('it took too long')));
      asked.on('error', fail);
      const beating = setInterval(() => beat?.().catch((error: Error) => asked.destroy(error)), beatAfter);
      asked.on('close', () => clearInterval(beating));
      asked.end(body);
    });
  };
  return { send, pause: (ms) => wait(ms) };
}
