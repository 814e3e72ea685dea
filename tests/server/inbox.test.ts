import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
});

const say = async (name: string, feedback_text: string, file?: File): Promise<number> => {
  const client = await server.signIn(name);
  const given = { user_puid: client.user.userPuid, category: 'problem' as const, feedback_text };
  return (await client.ok(calls.insertFeedback, { ...given, ...(file ? { feedback_file: file } : {}) })).feedback_id;
};
const read = async (client: TestClient, state: 'open' | 'answered' = 'open') =>
  (await client.ok(calls.userMessages, { user_puid: client.user.userPuid, state })).rows;
const answer = (client: TestClient, message_id: number, answer_text = 'It is mended.', district_id?: number) =>
  client.call(calls.answerUserMessage, {
    user_puid: client.user.userPuid,
    message_id,
    answer_text,
    ...(district_id === undefined ? {} : { district_id }),
  });
const notified = async (name: string) => {
  const client = await server.signIn(name);
  return client.ok(calls.notification, { user_puid: client.user.userPuid });
};

describe('what people have sent', () => {
  it('is read by those who look after them, and by nobody else', async () => {
    for (const name of ['ana', 'cal', 'zoe', 'sue', 'dan', 'pam']) await say(name, `From ${name}`);
    const seenBy = async (name: string) => (await read(await server.signIn(name))).map(({ text }) => text.slice(5)).sort();
    expect(await seenBy('sue'), 'the own school, not oneself').toEqual(['ana']);
    expect(await seenBy('sid'), 'another school').toEqual(['cal']);
    expect(await seenBy('dan'), 'the own district').toEqual(['ana', 'cal', 'pam', 'sue']);
    expect(await seenBy('dora'), 'another district').toEqual(['zoe']);
    expect(await seenBy('pam'), 'the provider: everywhere').toEqual(['ana', 'cal', 'dan', 'sue', 'zoe']);
    expect(await seenBy('max')).toEqual(['ana', 'cal', 'dan', 'pam', 'sue', 'zoe']);
  });

  it('is read by no school administrator who has no school', async () => {
    await say('dan', 'From nobody’s school');
    await server.db.updateTable('app_user').set({ school_id: null }).where('user_puid', '=', ids.sue).execute();
    expect(await read(await server.signIn('sue'))).toEqual([]);
  });

  it('comes whole: words, marks and requests for a training, the longest waiting first', async () => {
    const tess = await server.signIn('tess');
    await say('ana', 'The moon is too slow.', new File(['%PDF-1.7'], 'moon.pdf'));
    server.clock.now += 1000;
    await tess.ok(calls.adoptionFeedback, { user_puid: ids.tess, rating: 2, feedback_text: '' });
    server.clock.now += 1000;
    await tess.ok(calls.scheduleRequest, {
      user_puid: ids.tess,
      school_id: ids.otherSchool,
      grade_levels: '["6","7"]',
      primary_use: '["reports"]',
      preferred_date: '2026-03-01',
      note: 'In the afternoon',
    });
    const messages = await read(await server.signIn('dan'));
    expect(messages).toMatchObject([
      {
        kind: 'feedback',
        category: 'problem',
        rating: null,
        training: null,
        text: 'The moon is too slow.',
        file_name: 'moon.pdf',
        sender: { name: 'ana Person', role: 1, school_name: 'Hill', district_name: 'North' },
        answer: null,
      },
      { kind: 'adoption', category: null, rating: 2, training: null, text: '', file_name: null },
      {
        kind: 'training',
        text: 'In the afternoon',
        training: { school_name: 'Lake', grade_levels: ['6', '7'], primary_use: ['reports'], preferred_date: '2026-03-01' },
      },
    ]);
  });

  it('comes page by page, with the number of all', async () => {
    const values = Array.from({ length: 51 }, (_, at) => ({
      district_id: 1,
      feedback_id: at + 1,
      user_puid: ids.ana,
      kind: 'feedback' as const,
      category: 'idea' as const,
      rating: null,
      feedback_text: `Idea ${at + 1}`,
      file_name: null,
      media_type: null,
      content: null,
      created_at: at,
    }));
    await server.db.insertInto('user_feedback').values(values).execute();
    const dan = await server.signIn('dan');
    const page = (offset: number) => dan.ok(calls.userMessages, { user_puid: ids.dan, state: 'open', offset });
    const [first, second] = [await page(0), await page(50)];
    expect([first.rows.length, first.total, first.rows[0]?.text]).toEqual([50, 51, 'Idea 1']);
    expect([second.rows.map(({ text }) => text), second.total]).toEqual([['Idea 51'], 51]);
  });

  it('is searched and sorted on the server', async () => {
    await say('tess', 'Beta 100%');
    await say('cal', 'alpha');
    const dan = await server.signIn('dan');
    const found = async (asked: { search?: string; sort?: 'text' | '-text' | 'sender' | 'school' | '-sent' }) =>
      (await dan.ok(calls.userMessages, { user_puid: ids.dan, state: 'open', ...asked })).rows.map(({ text }) => text);
    expect(await found({ search: 'BETA tess' })).toEqual(['Beta 100%']);
    expect(await found({ search: '%' })).toEqual(['Beta 100%']);
    expect(await found({ search: 'lake' })).toEqual(['alpha']);
    expect(await found({ sort: 'text' })).toEqual(['alpha', 'Beta 100%']);
    expect(await found({ sort: '-text' })).toEqual(['Beta 100%', 'alpha']);
    expect(await found({ sort: 'sender' })).toEqual(['alpha', 'Beta 100%']);
    expect(await found({ sort: 'school' })).toEqual(['Beta 100%', 'alpha']);
    expect(await found({ sort: '-sent' })).toHaveLength(2);
  });
});

describe('an answer', () => {
  it('is given once, moves the message, and is written down', async () => {
    const message_id = await say('tess', 'The clock is slow.');
    const dan = await server.signIn('dan');
    const given = await answer(dan, message_id);
    expect(given.data).toMatchObject({ message_id, answer: { text: 'It is mended.', name: 'dan Person' } });
    expect(await read(dan)).toEqual([]);
    expect(await read(dan, 'answered')).toEqual([given.data]);
    expectFailure(await answer(await server.signIn('sue'), message_id), 409, 'Someone else has already answered this message.');
    expect(await server.db.selectFrom('notification').select('notification_text').execute()).toEqual([
      { notification_text: 'It is mended.' },
    ]);
    expect(await auditOf(server.db, 'message.answer').select(['actor_puid', 'subject']).execute()).toEqual([
      { actor_puid: ids.dan, subject: `message ${message_id}` },
    ]);
  });

  it('is one, of several at once', async () => {
    const message_id = await say('tess', 'The clock is slow.');
    const clients = await Promise.all(['sue', 'dan', 'pam', 'max'].map((name) => server.signIn(name)));
    const codes = (await Promise.all(clients.map((client) => answer(client, message_id, 'Mine', 1)))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 409, 409, 409]);
    expect(await notified('tess')).toHaveLength(1);
  });

  it('is nobody’s to give who may not read the message', async () => {
    const message_id = await say('ana', 'Hello?');
    const own = await say('sue', 'My own');
    expectFailure(await answer(await server.signIn('sid'), message_id), 404);
    expectFailure(await answer(await server.signIn('dora'), message_id), 404);
    expectFailure(await answer(await server.signIn('dora'), message_id, 'Hello', 1), 404);
    expectFailure(await answer(await server.signIn('sue'), own), 404);
    expectFailure(await answer(await server.signIn('dan'), message_id, '   '), 400);
    expectFailure(await answer(await server.signIn('dan'), message_id, 'x'.repeat(2001)), 400);
    expect(await server.db.selectFrom('message_answer').selectAll().execute()).toEqual([]);
  });

  it('repeats how a message began, and cuts no character in two', async () => {
    const message_id = await say('tess', '🪐'.repeat(170));
    await answer(await server.signIn('dan'), message_id);
    expect((await notified('tess'))[0]?.about).toBe(`${'🪐'.repeat(160)}…`);
  });

  it('reaches other districts from the provider', async () => {
    const message_id = await say('zoe', 'Hello from the South');
    const pam = await server.signIn('pam');
    expectFailure(await answer(pam, message_id), 404);
    expect((await answer(pam, message_id, 'Hello', 2)).code).toBe(200);
    expect(await notified('zoe')).toMatchObject([{ about: 'Hello from the South', notification_text: 'Hello', sender_name: 'pam Person' }]);
  });
});

describe('a notification', () => {
  it('is told until it is put away, newest first, to its person alone', async () => {
    const dan = await server.signIn('dan');
    for (const [index, words] of ['First', `Second ${'x'.repeat(300)}`].entries()) {
      const message_id = await say('tess', words);
      server.clock.now += 1000;
      await answer(dan, message_id, `Answer ${index + 1}`);
    }
    const all = await notified('tess');
    expect(all.map(({ notification_text }) => notification_text)).toEqual(['Answer 2', 'Answer 1']);
    expect(all[0]?.about).toMatch(/^Second x{153}…$/);
    expect(await notified('tom')).toEqual([]);
    const newest = { notification_id: all[0]?.notification_id ?? 0 };
    const disable = async (name: string) => {
      const client = await server.signIn(name);
      return client.call(calls.disableNotification, { user_puid: client.user.userPuid, ...newest });
    };
    expectFailure(await disable('tom'), 404);
    expectFailure(await disable('ted'), 404);
    expect(await notified('tess')).toHaveLength(2);
    expect([(await disable('tess')).code, (await disable('tess')).code], 'twice is once').toEqual([200, 200]);
    expect((await notified('tess')).map(({ notification_text }) => notification_text)).toEqual(['Answer 1']);
  });
});

describe('the file beside a message', () => {
  const linkOf = async (name: string, message_id: number) => {
    const client = await server.signIn(name);
    return client.call(calls.userMessageFile, { user_puid: client.user.userPuid, message_id });
  };
  const fetchFile = (path: string) => server.app.request(path);

  it('is saved and never shown, for a minute, to whoever may read the message', async () => {
    const message_id = await say('tess', 'See the sheet', new File(['a,b\n1,2'], 'Übersicht "1".csv'));
    const { path } = (await linkOf('dan', message_id)).data as { path: string };
    const answered = await fetchFile(path);
    expect(answered.status).toBe(200);
    expect(await answered.text()).toBe('a,b\n1,2');
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      'content-disposition': `attachment; filename="_bersicht 1.csv"; filename*=UTF-8''%C3%9Cbersicht%201.csv`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const bad of [
      `${path}x`,
      path.slice(0, -5),
      '/api/lms/UserSetup/message_file/1',
      path.replace('UserSetup/message_file', 'v2/mylibrary/file'),
    ])
      expect((await fetchFile(bad)).status, bad).toBe(404);
    server.clock.now += 61_000;
    expect((await fetchFile(path)).status).toBe(404);
  });

  it('is not found where there is none, or the message is another’s', async () => {
    const without = await say('tess', 'No file');
    const withFile = await say('tess', 'A file', new File(['%PDF-1.7'], 'a.pdf'));
    expectFailure(await linkOf('dan', without), 404, /The file/);
    expectFailure(await linkOf('sid', withFile), 404, /The message/);
    expectFailure(await linkOf('tess', withFile), 403);
  });
});
