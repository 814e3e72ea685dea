import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Learnosity } from '../../server/provider/learnosity.ts';
import { listenHere, stopServer } from '../kit/localServer.ts';

/** A session as Learnosity lists it, with fields that nobody asked for. */
export interface StoredSession {
  session_id: string;
  user_id: string;
  activity_id: string;
  status: string;
  items: { reference: string; time: number }[];
  responses: {
    item_reference: string;
    attempted: boolean;
    score: number | null;
    max_score: number | null;
    response?: unknown;
  }[];
}

interface RawAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface LearnosityServer {
  settings: Learnosity;
  sessions: Map<string, StoredSession>;
  /** Ids asked for, call by call. */
  asked: string[][];
  /** Answers the next calls otherwise. */
  answers: (() => RawAnswer)[];
  /** Sessions on a page; 50 as documented. */
  page: { size: number };
  stop: () => Promise<unknown>;
}

/**
 * Learnosity's Data API as its reference documents it: `POST /<version>/sessions/responses` with a signed form, action `get`, at most 50
 * sessions on a page, and `meta.next` for the following one.
 */
export async function startLearnosity(now: () => number): Promise<LearnosityServer> {
  const consumer_key = 'key-of-the-district';
  const consumer_secret = 'secret-of-the-district';
  const domain = 'science.example.org';
  const sessions: LearnosityServer['sessions'] = new Map();
  const asked: string[][] = [];
  const answers: LearnosityServer['answers'] = [];
  const page = { size: 50 };

  const refused = (status: number, message: string): RawAnswer => ({ status, body: JSON.stringify({ meta: { status: false, message } }) });
  function answerTo(path: string, form: URLSearchParams): RawAnswer {
    if (path !== '/v2025.2.LTS/sessions/responses') return refused(404, 'no such endpoint');
    const [securityText = '', request = '', action = ''] = ['security', 'request', 'action'].map((name) => form.get(name) ?? '');
    const security = JSON.parse(securityText) as Record<string, string>;
    const signed = [consumer_key, domain, security.timestamp, request, action].join('_');
    const signature = `$02$${createHmac('sha256', consumer_secret).update(signed).digest('hex')}`;
    if (security.consumer_key !== consumer_key || security.domain !== domain || security.signature !== signature)
      return refused(403, 'the signature does not match');
    const [, date = '', time = ''] = /^(\d{8})-(\d{4})$/.exec(security.timestamp ?? '') ?? [];
    const at = Date.UTC(+date.slice(0, 4), +date.slice(4, 6) - 1, +date.slice(6), +time.slice(0, 2), +time.slice(2));
    if (Math.abs(now() - at) > 10 * 60_000) return refused(403, 'the timestamp is too old');
    if (action !== 'get') return refused(400, 'unknown action');
    const { session_id: ids, limit, next = '0' } = JSON.parse(request) as { session_id: string[]; limit: number; next?: string };
    asked.push(ids);
    const other = answers.shift()?.();
    if (other) return other;
    const found = ids.flatMap((id) => sessions.get(id) ?? []);
    const from = Number(next);
    const size = Math.min(limit, page.size);
    const data = found.slice(from, from + size);
    const meta = { status: true, timestamp: Math.floor(now() / 1000), records: data.length };
    return {
      status: 200,
      body: JSON.stringify({
        meta: from + size < found.length ? { ...meta, next: String(from + size) } : meta,
        data: data.map((one) => ({ ...one, num_questions: one.responses.length, dt_completed: '2030-01-15T15:00:00Z', metadata: {} })),
      }),
    };
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
      const {
        status,
        headers,
        body: text,
      } = request.method === 'POST' && isForm ? answerTo(request.url ?? '', new URLSearchParams(body)) : refused(405, 'POST a form');
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  const port = await listenHere(server);
  return {
    settings: {
      ...{ consumer_key, consumer_secret, domain },
      script: 'https://items.learnosity.com/?latest-lts',
      data: `http://127.0.0.1:${port}/v2025.2.LTS`,
      sources: ['https://*.learnosity.com'],
    },
    ...{ sessions, asked, answers, page },
    stop: () => stopServer(server),
  };
}
