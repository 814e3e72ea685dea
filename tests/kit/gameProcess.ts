import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/db/open.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';

// A server in a process of its own, on the database and with the clock and key that its parent gives. Told to hold, it does what it is
// asked and keeps the response: the parent then kills it between the two.

const { GAME_DATABASE = '', GAME_NOW = '0', GAME_KEY = '' } = process.env;
const started = performance.now();
const now = () => Number(GAME_NOW) + Math.floor(performance.now() - started);
const db = await openDatabase(GAME_DATABASE);
const app = createApp(nodePorts({ db, now, signingKey: new Uint8Array(Buffer.from(GAME_KEY, 'hex')) }));
let isHolding = false;
process.on('message', () => {
  isHolding = true;
});
const never = new Promise<never>(() => {});
const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request: Request) => {
    const response = await app.fetch(request);
    if (!isHolding || request.method !== 'POST') return response;
    process.send?.({ held: response.status });
    return never;
  },
});
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
