import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { plainLine } from '../contract/plainLine.ts';
import { DatabaseUnusable, openDatabase } from '../server/db/open.ts';
import { languageIn } from '../server/kit/language.ts';
import { nodePorts } from '../server/kit/nodePorts.ts';
import type { MailText } from '../server/mail/mailer.ts';
import { mailOf } from '../server/mail/messages.ts';
import { type MailServer, smtpSender } from '../server/mail/smtp.ts';
import { configurationOf } from '../server/main.ts';
import { firstLinkLife, type NewDistrict, refuseSecondSchool, setUpDistrict } from '../server/setUp.ts';
import { CannotStart, claimDatabase, makeFileAside } from '../server/storage.ts';

/** The questions, in order: option, prompt, and validation of the answer. */
const questions = {
  district: { ask: 'Name of the district', wrong: (text: string) => text.length > 150 && 'must be at most 150 characters' },
  zone: {
    ask: 'Time zone, such as America/Chicago',
    wrong: (text: string) => !Intl.supportedValuesOf('timeZone').includes(text) && text !== 'UTC' && 'is not a time zone',
  },
  first: { ask: 'Your first name', wrong: (text: string) => text.length > 60 && 'must be at most 60 characters' },
  last: { ask: 'Your last name', wrong: (text: string) => text.length > 60 && 'must be at most 60 characters' },
  email: { ask: 'Your email address', wrong: (text: string) => !/^[^\s@]+@[^\s@]+$/.test(text) && 'is not an email address' },
  username: {
    ask: 'The username you want',
    wrong: (text: string) => !/^[\w.@-]{2,60}$/.test(text) && 'must be 2 to 60 letters, digits, dots or dashes',
  },
} as const;
type Answers = Record<keyof typeof questions, string>;

const names = Object.keys(questions) as (keyof Answers)[];
const example =
  'npm run setup -- --district "Cedar Valley" --zone America/Chicago --first Ana --last Lee --email ana@example.org --username alee';

/** The answers, from the command line or, on a terminal, prompted one by one. */
async function answersOf(given: Partial<Answers>): Promise<Answers> {
  const answers: Partial<Answers> = {};
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  try {
    for (const name of names) {
      const { ask, wrong } = questions[name];
      const typed = given[name];
      let text = typed === undefined ? undefined : plainLine(typed);
      for (;;) {
        if (!text && terminal) text = plainLine(await terminal.question(`${ask}: `));
        if (!text && !terminal) throw new CannotStart(`--${name} is missing. For example:\n${example}`);
        const problem = text ? wrong(text) : 'must not be empty';
        if (!problem) break;
        if (!terminal) throw new CannotStart(`--${name} ${problem}; it is "${text}".`);
        console.log(`That ${problem}.`);
        text = undefined;
      }
      answers[name] = text as string;
    }
    return answers as Answers;
  } finally {
    terminal?.close();
  }
}

/** Creates the district in a database that has none. Returns the secret of the administrator's link. */
async function setUpIn(database: string, district: NewDistrict): Promise<string> {
  const db = await openDatabase(database);
  try {
    // Nothing is signed.
    return await setUpDistrict(nodePorts({ db, signingKey: randomBytes(32) }), district);
  } finally {
    await db.destroy();
  }
}

/** Refuses a database that already has a school, before any prompt. */
async function refuseTaken(database: string): Promise<void> {
  const db = await openDatabase(database);
  try {
    await refuseSecondSchool(db);
  } finally {
    await db.destroy();
  }
}

/** E-mails the link. Returns whether the mail server accepted it. */
async function mailLink(mailServer: MailServer, recipient: string, mail: MailText): Promise<boolean> {
  try {
    await smtpSender(mailServer)({ mail_id: Date.now(), recipient, ...mail }, AbortSignal.timeout(60_000));
    return true;
  } catch (error) {
    console.log(`The e-mail could not be sent: ${(error as Error).message}\n`);
    return false;
  }
}

async function setUp(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<keyof Answers, { type: 'string' }>),
      state: { type: 'string' },
    },
  });
  const state = values.state === undefined ? null : Number(values.state);
  if (state !== null && !(Number.isInteger(state) && state >= 1 && state <= 99))
    throw new CannotStart(`--state must be the FIPS code of a state, such as 48 for Texas; it is "${values.state}".`);
  const { database, port, origin, mailServer } = configurationOf(process.env);
  const isFile = !database.startsWith('postgres');
  const release = isFile ? claimDatabase(database) : () => {};
  try {
    if (!isFile || existsSync(database)) await refuseTaken(database);
    const { district, zone, first, last, email, username } = await answersOf(values);
    const given: NewDistrict = {
      name: district,
      state_id: state,
      time_zone: zone,
      administrator: { user_name: username, first_name: first, last_name: last, email },
    };
    const secret =
      isFile && !existsSync(database)
        ? await makeFileAside(database, (partial) => setUpIn(partial, given))
        : await setUpIn(database, given);
    const link = `${origin ?? `http://127.0.0.1:${port}`}/account/resetPassword?Id=${secret}`;
    const days = firstLinkLife / 86_400_000;
    console.log(`${district} is set up, with the course and no sample accounts.\n`);
    // The language of the terminal.
    const language = languageIn(Intl.DateTimeFormat().resolvedOptions().locale) ?? 'en';
    const facts = { name: `${first} (${username})`, district, link, until: Date.now() + firstLinkLife };
    if (mailServer && (await mailLink(mailServer, email, mailOf('firstLink', facts, { language, time_zone: zone }))))
      console.log(
        `Start it with "npm start". An e-mail to ${email} has a link to choose the password of ${username}, once, within ${days} days.`,
      );
    else
      console.log(
        `Start it with "npm start", then open this link and choose the password of ${username}. It works once, within ${days} days:\n\n${link}`,
      );
  } finally {
    release();
  }
}

try {
  await setUp();
} catch (error) {
  const isForPeople =
    error instanceof CannotStart ||
    error instanceof DatabaseUnusable ||
    String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = 1;
}
