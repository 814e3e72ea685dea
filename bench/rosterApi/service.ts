import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { restOf, rosterService } from '../../tests/roster/rosterService.ts';
import { rosterSet } from '../roster/rosterSet.ts';

// Serves a district of a size over OneRoster 1.1, in a process of its own, and tells its port.
const set = restOf(Object.fromEntries(rosterSet(Number(process.argv[2]))), '1.1');
const { app, state } = rosterService({ version: '1.1', set, now: Date.now });
// It does not know its port before it listens, so its links would lead elsewhere.
state.hasLinks = false;
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => process.send?.(port));
process.on('disconnect', () => server.close(() => process.exit(0)));
