import { Agent, createServer, request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Faults between a device and the server.
 *
 * - `refuse`: the connection is reset before a byte of the request is read
 * - `cutRequest`: the server gets half of the request, then nothing more
 * - `cutResponse`: the server handled the request, and its response is lost
 * - `slow`: the request arrives after a delay
 * - `blackHole`: the request never arrives, and nothing reports it
 * - `truncate`: the server handled the request, and half of its response arrives
 * - `reorder`: the request counts as lost, and arrives after later requests
 * - `duplicate`: the request arrives twice, the second time after later requests
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
  /** Fault for the next request; null for none. */
  next: (path: string) => Fault | null;
  /** Delay of `slow`, and time after which a black hole closes its connection, ms. */
  slow: number;
  hole: number;
  /** Number of later requests that pass before an overtaken one arrives. */
  overtaken: number;
  /** Called with every response of the server, even one that never reaches the device. */
  answered?: (path: string, status: number, body: Buffer) => void;
}

export interface FaultProxy {
  url: string;
  /** Number of times each fault happened. */
  counts: Record<Fault | 'none', number>;
  /** Delivers all requests held back, and waits until the server has answered them. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

/** A proxy in front of a server that treats requests the way networks do. */
export async function createFaultProxy({ port, next, slow, hole, overtaken, answered }: FaultProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts = Object.fromEntries(['none', ...faults].map((fault) => [fault, 0])) as FaultProxy['counts'];
  const running = new Set<Promise<unknown>>();
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
    running.add(sending);
    void sending.then(() => running.delete(sending));
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
      // The device disconnected before sending the whole request.
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
    while (running.size > 0) await Promise.all(running);
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
