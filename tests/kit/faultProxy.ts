import { Agent, createServer, request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What can happen to a request between a device and the server.
 *
 * - `refuse`: the connection is reset before a byte of it is read
 * - `cutRequest`: the server gets half of it, then nothing more
 * - `cutResponse`: the server did it, and its answer is lost
 * - `slow`: it arrives after a while
 * - `blackHole`: it arrives nowhere, and nobody says so
 * - `truncate`: the server did it, and half of its answer arrives
 * - `reorder`: it counts as lost, and arrives after the requests that came later
 * - `duplicate`: it arrives twice, the second time after requests that came later
 */
export const faults = ['refuse', 'cutRequest', 'cutResponse', 'slow', 'blackHole', 'truncate', 'reorder', 'duplicate'] as const;
export type Fault = (typeof faults)[number];

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface FaultProxyOptions {
  /** Port of the server on this machine. */
  port: number;
  /** What happens to the next request; null: nothing. */
  next: (path: string) => Fault | null;
  /** How long `slow` takes, and after how long a black hole lets go of its connection, ms. */
  slow: number;
  hole: number;
  /** How many later requests pass before one that was overtaken arrives. */
  overtaken: number;
  /** Hears every answer of the server, also those that nobody gets. */
  answered?: (path: string, status: number, body: Buffer) => void;
}

export interface FaultProxy {
  url: string;
  /** How often each fault happened. */
  counts: Record<Fault | 'none', number>;
  /** Lets what was held back arrive, and waits until the server has answered all of it. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

/** A proxy in front of a server that does to requests what networks do. */
export async function createFaultProxy({ port, next, slow, hole, overtaken, answered }: FaultProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts = Object.fromEntries(['none', ...faults].map((fault) => [fault, 0])) as FaultProxy['counts'];
  const underWay = new Set<Promise<unknown>>();
  const late: { after: number; send: () => void }[] = [];

  const optionsOf = ({ method, url, headers }: IncomingMessage, length: number): RequestOptions => ({
    port,
    host: '127.0.0.1',
    method,
    path: url,
    headers: { ...headers, ...(length > 0 ? { 'content-length': length } : {}) },
  });
  const forward = (incoming: IncomingMessage, body: Buffer): Promise<Answer | null> => {
    const sending = new Promise<Answer | null>((resolve) => {
      const outgoing = httpRequest({ ...optionsOf(incoming, body.length), agent }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => resolve(null));
        response.on('end', () => {
          const answer = { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) };
          answered?.(incoming.url ?? '', answer.status, answer.body);
          resolve(answer);
        });
      });
      outgoing.on('error', () => resolve(null));
      outgoing.end(body);
    });
    underWay.add(sending);
    void sending.then(() => underWay.delete(sending));
    return sending;
  };
  const forwardHalf = (incoming: IncomingMessage, body: Buffer) =>
    new Promise<void>((resolve) => {
      const outgoing = httpRequest({ ...optionsOf(incoming, body.length), agent: false });
      outgoing.on('error', () => resolve());
      outgoing.on('response', (response) => response.resume());
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => {
        outgoing.destroy();
        resolve();
      });
    });
  const deliverLate = (incoming: IncomingMessage, body: Buffer) =>
    late.push({ after: overtaken, send: () => void forward(incoming, body) });
  const letPass = () => {
    for (const one of [...late]) {
      one.after -= 1;
      if (one.after >= 0) continue;
      late.splice(late.indexOf(one), 1);
      one.send();
    }
  };
  const give = (outgoing: ServerResponse, answer: Answer | null) => {
    if (!answer) return void outgoing.socket?.destroy();
    const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
    outgoing.end(answer.body);
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const happen: Record<Fault | 'none', (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => Promise<unknown> | unknown> =
    {
      none: async (incoming, body, outgoing) => give(outgoing, await forward(incoming, body)),
      refuse: (_incoming, _body, outgoing) => outgoing.socket?.resetAndDestroy(),
      cutRequest: async (incoming, body, outgoing) => {
        await forwardHalf(incoming, body);
        outgoing.socket?.destroy();
      },
      cutResponse: async (incoming, body, outgoing) => {
        await forward(incoming, body);
        outgoing.socket?.destroy();
      },
      slow: async (incoming, body, outgoing) => {
        await pause(slow);
        give(outgoing, await forward(incoming, body));
      },
      blackHole: async (_incoming, _body, outgoing) => {
        await pause(hole);
        outgoing.socket?.destroy();
      },
      truncate: async (incoming, body, outgoing) => {
        const answer = await forward(incoming, body);
        if (answer) {
          outgoing.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': answer.body.length });
          await new Promise<void>((written) => {
            outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => written());
          });
        }
        outgoing.socket?.destroy();
      },
      reorder: (incoming, body, outgoing) => {
        deliverLate(incoming, body);
        outgoing.socket?.destroy();
      },
      duplicate: async (incoming, body, outgoing) => {
        deliverLate(incoming, body);
        give(outgoing, await forward(incoming, body));
      },
    };

  const server = createServer(async (incoming, outgoing) => {
    outgoing.on('error', () => {});
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part as Buffer);
    } catch {
      // The device is gone before it has said all.
      return;
    }
    const fault = next(incoming.url ?? '') ?? 'none';
    counts[fault] += 1;
    letPass();
    await happen[fault](incoming, Buffer.concat(parts), outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const drain = async () => {
    for (const { send } of late.splice(0)) send();
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    drain,
    close: async () => {
      await drain();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      agent.destroy();
    },
  };
}
