import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Recorded } from './measure.ts';

const [file, recording] = process.argv.slice(2) as [string, string];
const recorded: Recorded[] = JSON.parse(readFileSync(recording, 'utf8'));
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');

/** The counterpart: a Hono handler that runs the same statements with the same values, and answers as many bytes. Nothing else. */
const app = new Hono();
app.all('/:index', (c) => {
  const one = recorded[Number(c.req.param('index'))] as Recorded;
  for (const [text, ...values] of one.statements) database.prepare(text as string).all(...(values as SQLInputValue[]));
  return c.json(one.answer);
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info: AddressInfo) =>
  console.log(`ready at http://127.0.0.1:${info.port}`),
);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
