import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Recorded } from './measure.ts';

const [file, recording, keeps] = process.argv.slice(2) as [string, string, string | undefined];
const recorded: Recorded[] = JSON.parse(readFileSync(recording, 'utf8'));
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');

/** With a third argument, statements stay prepared, as in the product. Preparing those of a submission takes as long as running them. */
const prepared = new Map<string, StatementSync>();
function prepare(text: string): StatementSync {
  const statement = prepared.get(text) ?? database.prepare(text);
  if (keeps) prepared.set(text, statement);
  return statement;
}

function answerOf(index: string): unknown {
  const { statements, answer } = recorded[Number(index)] as Recorded;
  for (const [text, ...values] of statements) prepare(text).all(...(values as SQLInputValue[]));
  return answer;
}

/**
 * The counterpart: a Hono handler that only reads the body, runs the same statements with the same values, and returns the same number of
 * bytes.
 */
const app = new Hono();
app.get('/:index', (c) => c.json(answerOf(c.req.param('index'))));
app.post('/:index', async (c) => {
  await c.req.json();
  return c.json(answerOf(c.req.param('index')));
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info: AddressInfo) =>
  console.log(`ready at http://127.0.0.1:${info.port}`),
);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
