import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import { mailQueue as mailQueueMigration } from '../../server/db/migrations/026-mail-queue.ts';
import type { Row } from '../../server/db/schema.ts';
import { languages } from '../../server/kit/language.ts';
import { purge } from '../../server/kit/purge.ts';
import { newSecret, withoutSecrets } from '../../server/kit/secrets.ts';
import { mailDelivery, NotSent, pauseAfter, type SendMail } from '../../server/mail/delivery.ts';
import { type MailQueueOptions, mailQueue } from '../../server/mail/mailQueue.ts';
import { mailOf, mailSorts } from '../../server/mail/messages.ts';
import { type MailServer, readMailServer, smtpSender } from '../../server/mail/smtp.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { sampleFacts } from './mailFacts.ts';
import { answer, makeCertificate, startMailServer } from './mailServer.ts';
import { days, hours, minutes, type TestServer, testServer } from './testServer.ts';

const teacher = { recipient: 'tess@hill.example', kind: 'notice', district_id: 1 } as const;
const greeting = { subject: 'Hello', text: 'Hello Tess' };
const link = (secret: string) => `http://orrery.test/account/resetPassword?Id=${secret}`;

/** A backend whose e-mails wait for a mail server, and functions to send them as several servers would. */
async function queue(given: Partial<MailQueueOptions> = {}) {
  const server = await testServer();
  const { ports, db, clock } = server;
  const log: Record<string, unknown>[] = [];
  const note = (fields: Record<string, unknown>) => void log.push(fields);
  const mail = mailQueue(ports, { isDelivered: true, showsLinks: false, log: note, queued: () => {}, ...given });
  return {
    ...server,
    mail,
    log,
    sender: (send: SendMail) => mailDelivery(ports, { send, log: note }),
    rows: (): Promise<Row<'mail'>[]> => db.selectFrom('mail').selectAll().orderBy('mail_id').execute(),
    write: async (text = 'Hello Tess') => mail.send(teacher, () => ({ subject: 'Hello', text })),
    /** Advances the clock to when the first e-mail is due. */
    untilDue: async () => {
      const [mail] = await db.selectFrom('mail').select('next_at').where('state', '=', 'waiting').orderBy('next_at').execute();
      clock.now = Math.max(clock.now, Number(mail?.next_at));
    },
  };
}

/** Sends one e-mail over SMTP. */
const sendTo = (server: MailServer, mail: Partial<Parameters<SendMail>[0]> = {}, options?: Parameters<typeof smtpSender>[1]) =>
  smtpSender(server, options)({ mail_id: 7, recipient: 'tess@hill.example', ...greeting, ...mail }, new AbortController().signal);

const failureOf = async (sending: Promise<void>): Promise<NotSent> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NotSent);
  return error as NotSent;
};

/** Header fields of a message, unfolded. */
const headersOf = (message: string) =>
  (message.split('\r\n\r\n')[0] ?? '')
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.split(': ', 2) as [string, string]);
/** The body of a message, decoded from quoted-printable. */
const bodyOf = (message: string) => {
  const encoded = message.slice(message.indexOf('\r\n\r\n') + 4).replaceAll('=\r\n', '');
  const bytes = encoded.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trimEnd();
};

describe('over SMTP', () => {
  it('gives one e-mail to one recipient, from the address that is set up', async () => {
    const { server, taken } = await startMailServer();
    await sendTo(server);
    expect(taken).toMatchObject([{ from: 'orrery@school.example', to: ['tess@hill.example'], isSecure: false }]);
    const headers = Object.fromEntries(headersOf(taken[0]?.message ?? ''));
    expect(headers).toMatchObject({
      From: 'Orrery <orrery@school.example>',
      To: 'tess@hill.example',
      Subject: 'Hello',
      'Message-ID': '<7@school.example>',
      'Auto-Submitted': 'auto-generated',
    });
    expect(bodyOf(taken[0]?.message ?? '')).toBe('Hello Tess');
  });

  it('encrypts before anything is said, and signs in', async () => {
    const certificate = await makeCertificate();
    for (const tls of ['starttls', 'tls'] as const) {
      const { server, taken } = await startMailServer({
        ...certificate,
        secure: tls === 'tls',
        authOptional: false,
        onAuth: ({ username, password }, _, done) =>
          username === 'orrery' && password === 'pass word:@%ñ' ? done(null, { user: username }) : done(answer(535, 'No such user')),
      });
      const login = { user: 'orrery', pass: 'pass word:@%ñ' };
      await sendTo({ ...server, tls, login }, {}, { ca: certificate.cert });
      expect(taken).toMatchObject([{ isSecure: true, user: 'orrery' }]);
      const refused = await failureOf(sendTo({ ...server, tls, login: { ...login, pass: 'other' } }, {}, { ca: certificate.cert }));
      expect(refused, 'a password can be mended: nothing is given up for it').toMatchObject({ why: 'unreachable', code: '535' });
    }
  });

  it('says nothing to a server that it does not trust, or that does not encrypt', async () => {
    let wasAsked = false;
    const onAuth: Parameters<typeof startMailServer>[0] = {
      onAuth: (_, __, done) => {
        wasAsked = true;
        done(null, { user: 'x' });
      },
      allowInsecureAuth: true,
    };
    const login = { user: 'orrery', pass: 'secret' };
    const stranger = await startMailServer({ ...(await makeCertificate()), ...onAuth });
    expect((await failureOf(sendTo({ ...stranger.server, tls: 'starttls', login }))).why).toBe('unreachable');
    const plain = await startMailServer(onAuth);
    for (const tls of ['starttls', 'tls'] as const)
      expect((await failureOf(sendTo({ ...plain.server, tls, login }))).why, tls).toBe('unreachable');
    expect([wasAsked, stranger.taken, plain.taken]).toEqual([false, [], []]);
  });

  it.each([
    ['a mailbox that is busy', 450, 'later'],
    ['a disk that is full', 452, 'later'],
    ['a mailbox that is not there', 550, 'refused'],
    ['a server that closes', 421, 'unreachable'],
  ] as const)('tells %s (%i) from the rest', async (words, code, why) => {
    const { server } = await startMailServer({ onRcptTo: (_, __, done) => done(answer(code, words)) });
    const failure = await failureOf(sendTo(server));
    expect(failure).toMatchObject({ why, code: String(code) });
    expect(failure.message).toContain(words);
    const late = await startMailServer({}, () => Promise.reject(answer(code, words)));
    expect(await failureOf(sendTo(late.server)), 'and after the text as well').toMatchObject({ why, code: String(code) });
  });

  it('waits neither for a server that is not there nor for one that does not speak', async () => {
    const { server, close } = await startMailServer();
    await close();
    expect(await failureOf(sendTo(server))).toMatchObject({ why: 'unreachable', code: 'ECONNREFUSED' });
    const silent = createServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void silent.close());
    const port = (silent.address() as AddressInfo).port;
    const failure = await failureOf(sendTo({ ...server, port }, {}, { waits: { greetingTimeout: 50 } }));
    expect(failure).toMatchObject({ why: 'unreachable', code: 'ETIMEDOUT' });
  });

  it('takes a server that is slow', async () => {
    let letGo = () => {};
    const slow = new Promise<void>((go) => {
      letGo = go;
    });
    const { server, taken } = await startMailServer({}, () => slow);
    const sending = sendTo(server);
    letGo();
    await sending;
    expect(taken).toHaveLength(1);
  });

  it('lets no name or subject add a header, a recipient or a line', async () => {
    const { server, taken } = await startMailServer();
    const evil = 'Tess\r\nBcc: thief@elsewhere.example\r\n\r\nWin!\u0085\u0000';
    await sendTo(server, { subject: `${evil} asks`, text: `Hello ${evil},\r\n.\r\nMAIL FROM:<thief@elsewhere.example>\r\n.hidden` });
    expect(taken).toMatchObject([{ to: ['tess@hill.example'] }]);
    const names = headersOf(taken[0]?.message ?? '').map(([name]) => name);
    expect(names.sort()).toEqual(
      ['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'].sort(),
    );
    expect(bodyOf(taken[0]?.message ?? '')).toContain('.\nMAIL FROM:<thief@elsewhere.example>\n.hidden');
    for (const recipient of [
      'a@b.example, thief@elsewhere.example',
      'a@b.example>\r\nRCPT TO:<thief@elsewhere.example',
      'Tess <a@b.example>',
      '',
    ])
      expect(await failureOf(sendTo(server, { recipient })), recipient).toMatchObject({ why: 'refused', code: 'address' });
    expect(taken).toHaveLength(1);
  });

  it('carries any language, and lines of any length', async () => {
    const { server, taken } = await startMailServer();
    const facts = { name: 'Begoña Núñez 李', email: 'b@hill.example', school: `Escuela ${'larguísima '.repeat(300)}`, link: link('x') };
    const mail = mailOf('activate', { ...facts, until: 7 }, { language: 'es', time_zone: 'America/Chicago' });
    await sendTo(server, mail);
    const message = taken[0]?.message ?? '';
    expect(Math.max(...message.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(78);
    expect(message).toMatch(/^\p{ASCII}*$/u);
    expect(bodyOf(message)).toBe(mail.text);
    const subject = headersOf(message).find(([name]) => name === 'Subject')?.[1] ?? '';
    const words = [...subject.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, form, text = '']) =>
      form?.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text.replaceAll('_', ' ').replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ),
    );
    expect(words.length).toBeGreaterThan(0);
    expect(Buffer.concat(words).toString('utf8')).toContain('Begoña Núñez 李');
  });
});

describe('how mail is set up', () => {
  const full = { ORRERY_MAIL_SERVER: 'smtp.example.org', ORRERY_MAIL_FROM: 'Orrery <orrery@example.org>' };
  it('is read from the environment', () => {
    expect(readMailServer({})).toBeUndefined();
    expect(readMailServer(full)).toEqual({
      host: 'smtp.example.org',
      port: 587,
      tls: 'starttls',
      login: undefined,
      from: { name: 'Orrery', address: 'orrery@example.org' },
    });
    const other = { ORRERY_MAIL_SERVER: '[::1]:2525', ORRERY_MAIL_FROM: 'orrery@example.org', ORRERY_MAIL_TLS: 'none' };
    const login = { ORRERY_MAIL_USER: 'orrery', ORRERY_MAIL_PASSWORD: 'p:@/%' };
    expect(readMailServer({ ...other, ...login })).toEqual({
      host: '::1',
      port: 2525,
      tls: 'none',
      login: { user: 'orrery', pass: 'p:@/%' },
      from: { name: '', address: 'orrery@example.org' },
    });
    expect(readMailServer({ ...full, ORRERY_MAIL_TLS: 'tls' })?.port).toBe(465);
  });
  it.each([
    [{ ORRERY_MAIL_FROM: 'orrery@example.org' }, 'ORRERY_MAIL_SERVER is not'],
    [{ ...full, ORRERY_MAIL_SERVER: 'smtp://x:25' }, 'ORRERY_MAIL_SERVER must be'],
    [{ ...full, ORRERY_MAIL_SERVER: 'x:70000' }, 'ORRERY_MAIL_SERVER must be'],
    [{ ...full, ORRERY_MAIL_TLS: 'ssl' }, 'ORRERY_MAIL_TLS must be'],
    [{ ...full, ORRERY_MAIL_USER: 'x' }, 'both, or neither'],
    [{ ...full, ORRERY_MAIL_USER: 'x', ORRERY_MAIL_PASSWORD: 'hush', ORRERY_MAIL_TLS: 'none' }, 'in clear'],
    [{ ORRERY_MAIL_SERVER: 'x' }, 'ORRERY_MAIL_FROM must be'],
    [{ ...full, ORRERY_MAIL_FROM: 'Orrery\n<orrery@example.org>' }, 'ORRERY_MAIL_FROM must be'],
  ])('is refused with words: %o', (env, words) => {
    expect(() => readMailServer(env)).toThrow(words);
    expect(() => readMailServer(env)).not.toThrow('hush');
  });
});

describe('e-mails that wait', () => {
  const failing = (why: NotSent['why'], code = '451') =>
    Object.assign(async () => {
      throw new NotSent(why, code, `${code} tess@hill.example cannot be reached`);
    });

  it('are sent once, and then hold nothing that was secret', async () => {
    const { server, taken } = await startMailServer();
    const { ports, write, sender, rows, log } = await queue();
    const secret = newSecret(ports);
    await write(link(secret));
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: 'waiting', text: link('…') });
    expect(JSON.stringify(waiting)).not.toContain(secret);
    const { sendDue } = sender(smtpSender(server));
    await Promise.all([sendDue(), sendDue()]);
    await sendDue();
    expect(taken.map(({ message }) => bodyOf(message))).toEqual([link(secret)]);
    expect(await rows()).toMatchObject([{ state: 'sent', sealed: null, sent_at: ports.now(), text: link('…') }]);
    expect(log).toEqual([]);
  });

  it('are tried again after growing, spread pauses, and then sent', async () => {
    for (const [attempts, least, most] of [
      [1, 22_500, 37_500],
      [2, 45_000, 75_000],
      [5, 360_000, 600_000],
      [9, 2_700_000, 4_500_000],
    ] as const)
      expect([pauseAfter(attempts, 0), pauseAfter(attempts, 1)]).toEqual([least, most]);
    const codes = [451, 421, 450];
    const { server, taken } = await startMailServer({
      onRcptTo: (_, __, done) => {
        const code = codes.shift();
        done(code ? answer(code, 'tess@hill.example is busy') : null);
      },
    });
    const { write, sender, rows, log, untilDue, clock } = await queue();
    const { sendDue } = sender(smtpSender(server));
    await write();
    const tries: number[] = [];
    while ((await rows())[0]?.state === 'waiting') {
      await untilDue();
      tries.push(clock.now);
      await sendDue();
      await sendDue();
    }
    expect(taken).toHaveLength(1);
    expect(tries).toHaveLength(4);
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    for (const [index, pause] of pauses.entries())
      expect(pause >= pauseAfter(index + 1, 0) - 1 && pause <= pauseAfter(index + 1, 1) + 1, `${index}: ${pause}`).toBe(true);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 4, problem: null }]);
    const line = { event: 'mail', outcome: 'later', kind: 'notice' };
    expect(log).toMatchObject(['451', '421', '450'].map((code, index) => ({ ...line, code, attempts: index + 1 })));
    expect(JSON.stringify(log), 'the log names nobody').not.toContain('tess');
  });

  it('are given up with the reason when they are refused', async () => {
    const { server } = await startMailServer({ onRcptTo: (_, __, done) => done(answer(550, 'No tess@hill.example here')) });
    const { write, sender, rows, log } = await queue();
    await write();
    await sender(smtpSender(server)).sendDue();
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null, next_at: null, problem: expect.stringContaining('No tess') }]);
    expect(log).toMatchObject([{ event: 'mail', outcome: 'given_up', code: '550', attempts: 1 }]);
  });

  it('are given up after a day, or when their link ends', async () => {
    const { mail, write, sender, rows, untilDue, clock } = await queue();
    const begun = clock.now;
    const { sendDue } = sender(failing('later'));
    await write();
    await mail.send({ ...teacher, kind: 'reset', until: begun + minutes(30) }, () => greeting);
    let ended: number | undefined;
    while ((await rows()).some(({ state }) => state === 'waiting')) {
      await untilDue();
      await sendDue();
      if ((await rows())[1]?.state === 'failed') ended ??= clock.now;
    }
    expect(ended).toBeLessThan(begun + minutes(30));
    expect(clock.now - begun).toBeGreaterThan(hours(22));
    expect(clock.now - begun).toBeLessThan(days(1));
    const given = { state: 'failed', sealed: null, problem: expect.stringContaining('Given up. The last answer was: 451') };
    expect(await rows()).toMatchObject([given, given]);
  });

  it('are not sent late: what waited longer than it lives goes nowhere', async () => {
    const { server, taken } = await startMailServer();
    const { write, sender, rows, clock } = await queue();
    await write();
    clock.now += days(1);
    await sender(smtpSender(server)).sendDue();
    expect([taken, (await rows())[0]?.state]).toEqual([[], 'failed']);
  });

  it('leave a mail server alone that takes none, and all go when it is back', async () => {
    let asked = 0;
    const { write, sender, rows, untilDue } = await queue();
    for (let index = 0; index < 5; index++) await write(`Hello ${index}`);
    let isThere = false;
    const sent: string[] = [];
    const { sendDue } = sender(async ({ text }) => {
      asked++;
      if (!isThere) throw new NotSent('unreachable', 'ECONNREFUSED', 'no');
      sent.push(text);
    });
    await sendDue();
    expect(asked).toBe(1);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0]);
    isThere = true;
    await sendDue();
    await untilDue();
    await sendDue();
    expect(sent).toEqual(['Hello 1', 'Hello 2', 'Hello 3', 'Hello 4', 'Hello 0']);
  });

  it('are sent by one of several servers that share a database', async () => {
    const { write, sender, rows } = await queue();
    for (let index = 0; index < 20; index++) await write(`Hello ${index}`);
    const sent: string[] = [];
    const servers = Array.from({ length: 4 }, () =>
      sender(async ({ text }) => {
        sent.push(text);
        await new Promise((next) => setImmediate(next));
      }),
    );
    await Promise.all(servers.map(({ sendDue }) => sendDue()));
    expect(sent.length).toBe(20);
    expect(new Set(sent).size).toBe(20);
    expect((await rows()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
  });

  it('are taken over from a server that died while it sent one, and not before', async () => {
    const { write, sender, rows, clock } = await queue();
    await write();
    let die = (_: Error) => {};
    const dead = sender(
      () =>
        new Promise((_, reject) => {
          die = reject;
        }),
    );
    const dying = dead.sendDue();
    const sent: string[] = [];
    const other = sender(async ({ text }) => void sent.push(text));
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    clock.now += minutes(4);
    await other.sendDue();
    expect(sent).toEqual([]);
    clock.now += minutes(1);
    await other.sendDue();
    expect(sent).toEqual(['Hello Tess']);
    die(new NotSent('refused', '550', 'too late to say so'));
    await dying;
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, problem: null }]);
  });

  it('are not sent again when the database failed just after', async () => {
    const { db, write, sender, rows, clock } = await queue();
    await write();
    let sent = 0;
    const { sendDue } = sender(async () => {
      sent++;
      await db.schema.alterTable('mail').renameTo('mail_away').execute();
    });
    await expect(sendDue()).rejects.toThrow(/mail/);
    await db.schema.alterTable('mail_away').renameTo('mail').execute();
    clock.now += hours(1);
    await sendDue();
    expect(sent).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
  });

  it('survive a restart: a server that begins alone tries at once', async () => {
    const { server, taken } = await startMailServer();
    const { write, sender, rows } = await queue();
    await write();
    await sender(failing('unreachable', 'ECONNREFUSED')).sendDue();
    const next = sender(smtpSender(server));
    await next.sendDue();
    expect(taken, 'its pause is not over').toHaveLength(0);
    await next.resume();
    expect(taken).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
  });

  it('are sent before a stop, and those that the mail server keeps waiting stay', async () => {
    const { server, taken } = await startMailServer();
    const first = await queue();
    await first.write();
    await first.write();
    await first.sender(smtpSender(server)).stop(60_000);
    expect(taken).toHaveLength(2);

    const never = await startMailServer({}, () => new Promise(() => {}));
    const second = await queue();
    await second.write();
    await second.write();
    await second.sender(smtpSender(never.server)).stop(50);
    const at = second.ports.now();
    expect(await second.rows()).toMatchObject([
      { state: 'waiting', next_at: at },
      { state: 'waiting', next_at: at, attempts: 0 },
    ]);
    await second.sender(smtpSender(server)).sendDue();
    expect(taken).toHaveLength(4);
  });

  it('are given up when nobody can read them any more', async () => {
    const { ports, write, rows, log } = await queue();
    await write();
    const other = { ...ports, signingKey: new Uint8Array(32).fill(8) };
    await mailDelivery(other, { send: () => Promise.reject(new Error('sent')), log: (fields) => void log.push(fields) }).sendDue();
    expect(await rows()).toMatchObject([{ state: 'failed', problem: expect.stringContaining('signing key') }]);
  });

  it('lose their text when the mail server was taken away', async () => {
    const { ports, write, rows, clock } = await queue();
    await write();
    clock.now += hours(24);
    expect((await purge(ports)).unsentMails).toBe(0);
    clock.now += hours(1) + 1;
    expect((await purge(ports)).unsentMails).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null }]);
  });
});

describe('links', () => {
  /** Everything in a database, as text. */
  async function dump({ db }: TestServer): Promise<string> {
    const tables = await db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) =>
        db
          .selectFrom(name as 'mail')
          .selectAll()
          .execute(),
      ),
    );
    return JSON.stringify(rows);
  }

  it('are nowhere in the database, whatever the e-mail', async () => {
    const server = await testServer();
    const secret = newSecret(server.ports);
    const written = mailSorts.flatMap((sort) =>
      languages.map((language) => mailOf(sort, { ...sampleFacts[sort], link: link(secret) } as never, { language, time_zone: 'UTC' })),
    );
    for (const isDelivered of [true, false]) {
      const mail = mailQueue(server.ports, { isDelivered, showsLinks: true, log: () => {}, queued: () => {} });
      for (const one of written) await mail.send(teacher, () => one);
    }
    expect(await server.db.selectFrom('mail').select('mail_id').execute()).toHaveLength(written.length * 2);
    expect(await dump(server)).not.toContain(secret);
  });

  it('are shown to developers from memory, and not where others can reach the server', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    await server.db.updateTable('app_user').set({ email: 'tess@hill.example' }).where('user_puid', '=', ids.tess).execute();
    await server.db.updateTable('app_user').set({ role_id: Role.superAdministrator }).where('user_puid', '=', ids.dan).execute();
    await server.call(calls.retrievePassword, { emailid: 'tess@hill.example' });
    const dan = await server.signIn('dan');
    await server.settle();
    const [shown, ...rest] = await dan.ok(calls.mails, {});
    expect(rest).toEqual([]);
    expect(shown).toMatchObject({ state: 'kept', text: expect.stringMatching(/resetPassword\?Id=[\w-]{43}\n/), problem: null });
    const Id = /Id=([\w-]+)/.exec(shown?.text ?? '')?.[1];
    expect((await server.call(calls.validateResetLink, { Id })).code).toBe(200);
    expect(await dump(server)).not.toContain(Id);

    const elsewhere = mailQueue(server.ports, { isDelivered: false, showsLinks: false, log: () => {}, queued: () => {} });
    await elsewhere.send(teacher, () => ({ subject: 'Hello', text: link(newSecret(server.ports)) }));
    expect((await dan.ok(calls.mails, {}))[0]).toMatchObject({ subject: 'Hello', text: link('…') });
  });

  it('go from what was kept before', async () => {
    const { ports, db } = await testServer();
    const secret = newSecret(ports);
    expect(withoutSecrets(`a ${link(secret)}\n\nb ${secret}`)).toBe(`a ${link('…')}\n\nb …`);
    // The state before the migration: without its columns, and with a link in plaintext.
    for (const index of ['mail_waiting', 'mail_sent']) await db.schema.dropIndex(index).execute();
    for (const column of ['kind', 'state', 'sealed', 'attempts', 'next_at', 'give_up_at', 'sent_at', 'problem'])
      await db.schema.alterTable('mail').dropColumn(column).execute();
    await db
      .insertInto('mail')
      .values({ mail_id: 1, at: 1, recipient: 'a@b.example', subject: 'Old', text: link(secret) })
      .execute();
    await mailQueueMigration.up(db);
    expect(await db.selectFrom('mail').selectAll().execute()).toMatchObject([
      { text: link('…'), state: 'kept', sealed: null, attempts: 0 },
    ]);
  });
});

describe('how many a recipient gets', () => {
  it('is capped per kind and day; the log says so, and no link ends for it', async () => {
    const { mail, rows, log, clock } = await queue();
    let composed = 0;
    const ask = (kind: 'reset' | 'notice', recipient = 'Tess@hill.example', device?: string) =>
      mail.send({ recipient, kind, district_id: 1, account: 5, device }, () => {
        composed++;
        return greeting;
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => ask('reset', index % 2 ? 'tess@HILL.example' : undefined)));
    expect(composed).toBe(20);
    expect(await rows()).toHaveLength(20);
    expect(log).toEqual(Array.from({ length: 10 }, () => ({ event: 'mail', outcome: 'capped', kind: 'reset', account: 5 })));
    await ask('notice');
    await ask('reset', 'somebody@hill.example');
    await ask('reset', undefined, 'own device');
    expect(await rows(), 'what else there is to say is said').toHaveLength(23);
    clock.now += days(1) + 1;
    await ask('reset');
    expect(await rows()).toHaveLength(24);
  });

  it('is answered alike, and a newer request does not end the link that was sent', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    await server.db.updateTable('app_user').set({ email: 'tess@hill.example' }).where('user_puid', '=', ids.tess).execute();
    const answers = new Set<string>();
    const ask = async () => answers.add((await server.call(calls.retrievePassword, { emailid: 'tess@hill.example' })).text);
    for (let round = 1; round <= 4; round++) {
      for (let time = 0; time < 5; time++) await ask();
      expect(await server.mails()).toHaveLength(round * 5);
      server.clock.now += minutes(16);
    }
    const Id = /Id=([\w-]+)/.exec((await server.mails()).at(-1)?.text ?? '')?.[1];
    for (let time = 0; time < 5; time++) await ask();
    expect(await server.mails()).toHaveLength(20);
    expect(server.log).toHaveLength(5);
    expect(answers.size).toBe(1);
    expect((await server.call(calls.validateResetLink, { Id })).code).toBe(200);
  });
});
