import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Kysely } from 'kysely';
import { createApp } from './app.ts';
import { accessEnding } from './classroom/endedAccess.ts';
import { resumeCourses } from './content/courseJobs.ts';
import { countRows, DatabaseUnusable, openDatabase } from './db/open.ts';
import type { Database } from './db/schema.ts';
import { resumeExports } from './exports/exportJobs.ts';
import { nodePorts } from './kit/nodePorts.ts';
import { outsideOf } from './kit/outside.ts';
import type { Passwords } from './kit/ports.ts';
import { purge, purgeLine } from './kit/purge.ts';
import { requestLog } from './kit/requestLog.ts';
import { seedPlatforms } from './lti/platforms.ts';
import { scoreDelivery } from './lti/scores.ts';
import { mailDelivery } from './mail/delivery.ts';
import type { MailQueueOptions } from './mail/mailQueue.ts';
import { type MailServer, readMailServer, smtpSender } from './mail/smtp.ts';
import { type Learnosity, readLearnosity } from './provider/learnosity.ts';
import { resultDelivery } from './provider/results.ts';
import { releaseDue } from './reports/release.ts';
import { startDue } from './roster/api/sync.ts';
import { resumeJobs } from './roster/jobs.ts';
import { samplePassword, sampleUserNames } from './sample/accounts.ts';
import { readSingleSignOn, type SingleSignOn } from './sso/configuration.ts';
import { seedSignOns } from './sso/signOnProviders.ts';
import { createSite } from './static.ts';
import { CannotStart, claimDatabase, hasDistrict, makeSchool, makeSchoolFile, refuseOrphans, signingKeyOf } from './storage.ts';

const root = join(import.meta.dirname, '..');

/** Settings from the environment; docs/operations.md explains each. */
export interface Configuration {
  /** 0 picks any free port. */
  port: number;
  host: string;
  /** Folder of the database file and the signing key. */
  dataFolder: string;
  /** SQLite file or `postgres://` address. */
  database: string;
  /** Size of the sample school created in an empty database; 0: none. */
  sampleStudents: number;
  signingKey: string | undefined;
  /** Whether a proxy in front provides the client's address and scheme (`X-Forwarded-For`, `X-Forwarded-Proto`). */
  trustProxy: boolean;
  logRequests: boolean;
  /** Origin of the product as browsers see it; undefined: the listening address. */
  origin: string | undefined;
  singleSignOn: SingleSignOn;
  learnosity: Learnosity | undefined;
  /** Hosts of information systems that may have a private address. */
  privateHosts: readonly string[];
  /** Origin of the classroom service's API, if it is not Google's. */
  classroomApi: string | undefined;
  /** Undefined: e-mails are kept and not sent. */
  mailServer: MailServer | undefined;
  /** Whether administrators may open the live statecharts. */
  developerPages: boolean;
  /** Whether a district's administrators must have a second factor. */
  requiresSecondFactor: (district_id: number) => boolean;
}

/** `all`, or district ids separated by commas. Empty: optional for everyone. */
function secondFactorOf(text: string | undefined): Configuration['requiresSecondFactor'] {
  if (!text) return () => false;
  if (text === 'all') return () => true;
  const districts = text.split(',').map((one) => one.trim());
  if (!districts.every((one) => /^[1-9]\d{0,14}$/.test(one)))
    throw new CannotStart(`ORRERY_SECOND_FACTOR must be "all" or ids of districts such as 1001,1002; it is "${text}".`);
  const ids = new Set(districts.map(Number));
  return (district_id) => ids.has(district_id);
}

function wholeNumber(name: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw new CannotStart(`${name} must be a whole number from 0 to ${most}; it is "${text}".`);
  return value;
}

function originOf(text: string | undefined, name = 'ORRERY_ORIGIN'): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new CannotStart(`${name} must be an address without a path, such as https://science.example.org; it is "${text}".`);
  return url.origin;
}

/** Result of `read` on the environment or one of its values. Errors become `CannotStart`. */
function readOf<From, T>(read: (from: From) => T, from: From): T {
  try {
    return read(from);
  } catch (error) {
    throw new CannotStart((error as Error).message);
  }
}

/** Reads the configuration; throws `CannotStart` for an invalid value. */
export function configurationOf(env: NodeJS.ProcessEnv): Configuration {
  const dataFolder = resolve(root, env.ORRERY_DATA || 'data');
  const database = env.DATABASE_URL || join(dataFolder, 'orrery.sqlite');
  if (/^\w+:\/\//.test(database) && !/^postgres(ql)?:\/\//.test(database))
    throw new CannotStart('DATABASE_URL must be a postgres:// address. Leave it out to use SQLite in the data folder.');
  return {
    port: wholeNumber('PORT', env.PORT, 4100, 65_535),
    host: env.HOST || '127.0.0.1',
    dataFolder,
    database,
    sampleStudents: wholeNumber('ORRERY_SAMPLE_STUDENTS', env.ORRERY_SAMPLE_STUDENTS, 120, 100_000),
    signingKey: env.ORRERY_SIGNING_KEY || undefined,
    trustProxy: env.ORRERY_TRUST_PROXY === '1',
    logRequests: env.ORRERY_LOG !== 'errors',
    origin: originOf(env.ORRERY_ORIGIN),
    singleSignOn: readOf(readSingleSignOn, env.ORRERY_SINGLE_SIGN_ON),
    learnosity: readOf(readLearnosity, env.ORRERY_LEARNOSITY),
    privateHosts: (env.ORRERY_PRIVATE_HOSTS ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    classroomApi: originOf(env.ORRERY_CLASSROOM_API, 'ORRERY_CLASSROOM_API'),
    mailServer: readOf(readMailServer, env),
    developerPages: env.ORRERY_DEVELOPER_PAGES !== '0',
    requiresSecondFactor: secondFactorOf(env.ORRERY_SECOND_FACTOR),
  };
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
/** Whether other computers may reach the server. */
const isPublic = ({ host, origin, trustProxy }: Configuration) =>
  !isLoopback(host) || trustProxy || (origin !== undefined && !isLoopback(new URL(origin).hostname));

const refuseSample = (reason: string) =>
  new CannotStart(
    `${reason} Everyone knows the password of the sample accounts, and this server can be reached from other computers. ` +
      'Make a school of your own with ORRERY_DATA=./my-school npm run setup, and start with the same ORRERY_DATA; ' +
      'or leave out HOST, ORRERY_ORIGIN and ORRERY_TRUST_PROXY to try the sample on this computer alone.',
  );

/** Refuses a publicly reachable database in which an account still has the sample password. */
async function refusePublicSample(db: Kysely<Database>, passwords: Passwords): Promise<void> {
  const found = await db
    .selectFrom('app_user')
    .select(['user_name', 'password_hash'])
    .where('user_key', 'in', sampleUserNames)
    .where('active', '=', 1)
    .where('password_hash', 'is not', null)
    .execute();
  for (const { user_name, password_hash } of found)
    if (await passwords.verify(samplePassword, password_hash))
      throw refuseSample(`The database has the sample account "${user_name}" with its usual password.`);
}

const isPostgres = (database: string) => database.startsWith('postgres');

async function openWithSchool(configuration: Configuration): Promise<Kysely<Database>> {
  const { database, sampleStudents } = configuration;
  const makesSample = sampleStudents > 0;
  const beforeSample = () => {
    if (isPublic(configuration)) throw refuseSample('There is no school yet, and the sample school would be made.');
    console.log('Making the sample school…');
  };
  if (!isPostgres(database)) {
    refuseOrphans(database);
    if (makesSample && !existsSync(database)) {
      beforeSample();
      await makeSchoolFile(database, sampleStudents);
    }
    return openDatabase(database);
  }
  const db = await openDatabase(database);
  if (makesSample && !(await hasDistrict(db))) {
    beforeSample();
    await makeSchool(database, sampleStudents);
  }
  return db;
}

/** A running server. */
export interface Running {
  url: string;
  /** Whether the database holds the sample school. */
  hasSample: boolean;
  /** Stops accepting requests, lets current ones finish (3 s at most), sends due e-mails (3 s at most), and closes the database. */
  stop: () => Promise<void>;
}

const limits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
};
const drainTime = 3_000;
/** How often to look for imports and exports left by another server that has ended. */
const lookAfter = 30_000;
/** How often to look for e-mails to retry, or left by another server. */
const sendAfter = 10_000;
/** How often to look for reports due for release. */
const releaseAfter = 15_000;
/** How often to purge: hourly, so that no e-mail keeps a link long after it expires. */
const purgeAfter = 3_600_000;
/** How often to remove what districts keep no longer, in ms: it looks through whole tables, first an hour after the start. */
const removeAfter = 24 * purgeAfter;

function listen(server: Server): Promise<void> {
  return new Promise((listening, failed) => server.once('listening', listening).once('error', failed));
}

/** Starts the server. Throws `CannotStart` or `DatabaseUnusable` with a message for the operator. */
export async function startServer(configuration: Configuration): Promise<Running> {
  const { port, host, database, trustProxy } = configuration;
  const release = isPostgres(database) ? () => {} : claimDatabase(database);
  let db: Kysely<Database> | undefined;
  const close = async () => {
    await db?.destroy();
    release();
  };
  try {
    const signingKey = signingKeyOf(configuration.dataFolder, configuration.signingKey);
    db = await openWithSchool(configuration);
    const log = requestLog({ write: console.log, writeError: console.error, now: Date.now, newId: randomUUID });
    let url = `http://${host}:${port}`;
    const { mailServer } = configuration;
    const mail: MailQueueOptions = {
      isDelivered: mailServer !== undefined,
      showsLinks: !isPublic(configuration),
      log: log.event,
      queued: () => send(),
    };
    const ports = nodePorts({
      db,
      signingKey,
      mail,
      clientAddress: log.clientAddress,
      note: log.note,
      origin: () => configuration.origin ?? url,
      outside: outsideOf(configuration.privateHosts),
      ...(configuration.classroomApi ? { classroomApi: configuration.classroomApi } : {}),
      singleSignOn: configuration.singleSignOn,
      learnosity: configuration.learnosity,
      developerPages: configuration.developerPages,
      requiresSecondFactor: configuration.requiresSecondFactor,
      report: log.report,
    });
    const delivery = mailServer && mailDelivery(ports, { send: smtpSender(mailServer), log: log.event });
    const send = () => delivery && ports.background(delivery.sendDue, 'sending e-mails');
    if (isPublic(configuration)) await refusePublicSample(db, ports.passwords);
    await seedPlatforms(ports);
    await seedSignOns(ports);
    const site = createSite(createApp(ports), join(root, 'dist'), join(root, 'server/sample/courses'));

    const forwarded = (request: Request, name: string) => (trustProxy ? request.headers.get(name)?.split(',').at(-1)?.trim() : undefined);
    const handle = async (request: Request, env: HttpBindings) => {
      const address = forwarded(request, 'x-forwarded-for') ?? env.incoming.socket.remoteAddress ?? 'unknown';
      const isSecure = forwarded(request, 'x-forwarded-proto') === 'https';
      const seen = isSecure ? new Request(request.url.replace(/^http:/, 'https:'), request) : request;
      const path = new URL(request.url).pathname;
      const isLogged = configuration.logRequests && path.startsWith('/api/');
      return log.answer({ method: request.method, path, address, isLogged }, () => Promise.resolve(site.fetch(seen, env)));
    };
    const server = serve({
      fetch: (request, env) => handle(request, env as HttpBindings),
      port,
      hostname: host,
      serverOptions: limits,
    }) as Server;
    await listen(server).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw new CannotStart(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
      if (error.code === 'EACCES')
        throw new CannotStart(`Port ${port} needs more rights than you have. Choose another: PORT=4100 npm start`);
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        throw new CannotStart(`HOST ${host} is not an address of this machine.`);
      throw error;
    });
    const resume = (isAlone: boolean) => {
      ports.background(async () => {
        await startDue(ports);
        await resumeJobs(ports, isAlone);
      }, 'roster imports');
      ports.background(() => resumeExports(ports, isAlone), 'exports');
      ports.background(() => resumeCourses(ports, isAlone), 'courses');
    };
    resume(!isPostgres(database));
    const looking = setInterval(() => resume(false), lookAfter);
    let removedAt = ports.now() - removeAfter + purgeAfter;
    const tidy = async () => {
      const isDue = ports.now() - removedAt >= removeAfter;
      if (isDue) removedAt = ports.now();
      const line = purgeLine(await purge(ports, isDue), ports.now());
      if (line) console.log(line);
      if (db && !isPostgres(database)) await countRows(db);
    };
    ports.background(tidy, 'removing what is over');
    const purging = setInterval(() => ports.background(tidy, 'removing what is over'), purgeAfter);
    if (!mailServer && isPublic(configuration))
      console.log('No mail server is set up, so nobody gets an e-mail: links to choose a password reach no one. See docs/operations.md.');
    if (delivery && !isPostgres(database)) ports.background(delivery.resume, 'sending e-mails');
    const posting = setInterval(send, sendAfter);
    const results = resultDelivery(ports);
    const scores = scoreDelivery(ports);
    const access = accessEnding(ports);
    const releaseAndScore = async () => {
      await releaseDue(ports);
      await scores.sendDue();
    };
    const releasing = setInterval(() => {
      // Apart from the releases, which must not wait for a slow provider.
      ports.background(results.fetchDue, 'results of the assessment provider');
      ports.background(releaseAndScore, 'report releases');
      ports.background(access.endDue, 'access to the classroom service that ends');
    }, releaseAfter);
    const sample = await db.selectFrom('app_user').select('user_puid').where('user_key', '=', 'lindqvist').executeTakeFirst();
    const name = host.includes(':') ? `[${host}]` : host;
    url = `http://${name}:${(server.address() as AddressInfo).port}`;
    return {
      url,
      hasSample: sample !== undefined,
      stop: async () => {
        clearInterval(looking);
        clearInterval(releasing);
        clearInterval(posting);
        clearInterval(purging);
        const closed = new Promise((done) => server.close(done));
        // A connection becomes idle once its response is sent. Kept alive, it would delay the shutdown.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        const cut = setTimeout(() => server.closeAllConnections(), drainTime);
        await closed;
        clearInterval(idle);
        clearTimeout(cut);
        await delivery?.stop(drainTime);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const accounts = `Sample accounts, all with the password science-rocks:
  maya, leo    students
  rivera       teacher
  okafor       school administrator
  lindqvist    district administrator
  root         super administrator`;

/** Runs the server until SIGINT or SIGTERM. Prints its URL and the available accounts. */
async function main(): Promise<void> {
  try {
    const running = await startServer(configurationOf(process.env));
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        console.log('Stopping…');
        void running.stop().then(() => process.exit(0));
      });
    }
    console.log(`Orrery is ready at ${running.url}\n`);
    if (running.hasSample) console.log(`${accounts}\n`);
    console.log('Stop it with Ctrl-C.');
  } catch (error) {
    const isForPeople = error instanceof CannotStart || error instanceof DatabaseUnusable;
    console.error(isForPeople ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
