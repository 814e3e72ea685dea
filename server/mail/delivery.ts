import type { Row } from '../db/schema.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { shared } from '../kit/tenant.ts';
import type { MailText } from './mailer.ts';
import { type MailLog, mailSeal } from './mailQueue.ts';

/** An e-mail for the mail server. `mail_id` identifies it, so that a server can detect duplicates. */
export interface Outgoing extends MailText {
  mail_id: number;
  recipient: string;
}

/** Hands one e-mail to the mail server; throws `NotSent`. */
export type SendMail = (mail: Outgoing, signal: AbortSignal) => Promise<void>;

/**
 * The mail server did not accept an e-mail. `refused`: permanently; `later`: temporarily; `unreachable`: the server accepts none at the
 * moment. `code`: the server's reply code or the error name, for the log. The message may contain personal data.
 */
export class NotSent extends Error {
  readonly why: 'refused' | 'later' | 'unreachable';
  readonly code: string;

  constructor(why: NotSent['why'], code: string, message: string) {
    super(message);
    this.why = why;
    this.code = code;
  }
}

const firstPause = 30_000;
const longestPause = 3_600_000;
const longestProblem = 500;
/** Timeout of an attempt, and the time after which another server may take over the e-mail. */
const longestAttempt = 120_000;
const lease = 300_000;

/** Delay after this many attempts: exponential backoff up to an hour, with 25% jitter by `chance` (0 to 1). */
export const pauseAfter = (attempts: number, chance: number): number =>
  Math.min(longestPause, firstPause * 2 ** (attempts - 1)) * (0.75 + chance / 2);

type Waiting = Pick<Row<'mail'>, 'mail_id' | 'kind' | 'recipient' | 'subject' | 'sealed' | 'attempts' | 'next_at' | 'give_up_at'>;

interface Delivery {
  /** Sends due e-mails. Concurrent calls share the work. */
  sendDue: () => Promise<void>;
  /** Makes every e-mail due at once. For use after a start, when no other server can be sending. */
  resume: () => Promise<void>;
  /** Keeps sending for up to `wait` ms, then aborts. The rest stays in the database. */
  stop: (wait: number) => Promise<void>;
}

/**
 * Sends waiting e-mails one by one until the mail server accepts them or they are given up. Several servers may share a database: a
 * conditional update claims an e-mail before it is sent, and it belongs to that server until the lease ends.
 */
export function mailDelivery(
  ports: Pick<Ports, 'db' | 'now' | 'randomBytes' | 'signingKey' | 'report'>,
  { send, log }: { send: SendMail; log: MailLog },
): Delivery {
  const { now } = ports;
  const db = shared(ports.db);
  const cut = new AbortController();
  /** E-mails that were sent but could not be marked as sent. */
  const sentUnmarked = new Map<number, number>();
  let sending: Promise<void> | undefined;
  let isAskedAgain = false;

  const change = async ({ mail_id, attempts }: Pick<Waiting, 'mail_id' | 'attempts'>, values: Partial<Row<'mail'>>): Promise<void> => {
    // The attempt count identifies the last server that claimed it. A server that was too slow changes nothing.
    const mine = db.updateTable('mail').set(values).where('mail_id', '=', mail_id).where('attempts', '=', attempts);
    await mine.where('state', '=', 'waiting').execute();
  };

  async function markSent(): Promise<void> {
    for (const [mail_id, attempts] of sentUnmarked) {
      await change({ mail_id, attempts }, { state: 'sent', sealed: null, sent_at: now(), next_at: null, problem: null });
      sentUnmarked.delete(mail_id);
    }
  }

  /** Claims the e-mail that has been due longest. */
  async function take(): Promise<Waiting | undefined> {
    for (;;) {
      const found = await db
        .selectFrom('mail')
        .select(['mail_id', 'kind', 'recipient', 'subject', 'sealed', 'attempts', 'next_at', 'give_up_at'])
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now())
        // The others wait until their time is over: the closing may be called off before, and the erasure takes what is left.
        .where(isInOpenDistrict('mail', 'about_district_id'))
        .orderBy('next_at')
        .orderBy('mail_id')
        .limit(1)
        .executeTakeFirst();
      if (!found) return undefined;
      const attempts = found.attempts + 1;
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ attempts, next_at: now() + lease })
        .where('mail_id', '=', found.mail_id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', found.attempts)
        .where('next_at', '=', found.next_at)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 1) return { ...found, attempts };
    }
  }

  async function giveUp(mail: Waiting, code: string, problem: string): Promise<void> {
    await change(mail, { state: 'failed', sealed: null, next_at: null, problem: problem.slice(0, longestProblem) });
    const { mail_id, kind, attempts } = mail;
    log({ event: 'mail', outcome: 'given_up', mail: mail_id, kind, attempts, code });
  }

  async function tryAgain(mail: Waiting, { code, message }: NotSent): Promise<void> {
    const { mail_id, kind, attempts, give_up_at } = mail;
    const [byte = 0] = ports.randomBytes(1);
    const next_at = Math.round(now() + pauseAfter(attempts, byte / 255));
    if (next_at >= (give_up_at ?? 0)) return giveUp(mail, code, `Given up. The last answer was: ${message}`);
    await change(mail, { next_at, problem: message.slice(0, longestProblem) });
    log({ event: 'mail', outcome: 'later', mail: mail_id, kind, attempts, code });
  }

  /** Sends one e-mail. Returns whether to continue with the next. */
  async function sendOne(mail: Waiting): Promise<boolean> {
    const { mail_id, recipient, subject, sealed, attempts } = mail;
    if (now() >= (mail.give_up_at ?? 0)) {
      await giveUp(mail, 'expired', 'Its time was over before a mail server took it.');
      return true;
    }
    let text: string;
    try {
      text = mailSeal.unseal(ports, sealed ?? '');
    } catch {
      await giveUp(mail, 'sealed', 'It cannot be read: the signing key has changed since it was written.');
      return true;
    }
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), longestAttempt);
    try {
      await send({ mail_id, recipient, subject, text }, AbortSignal.any([cut.signal, limit.signal]));
    } catch (error) {
      if (cut.signal.aborted) {
        await change(mail, { next_at: now() });
        return false;
      }
      const failure = error instanceof NotSent ? error : new NotSent('later', 'unknown', String(error));
      if (failure.why === 'refused') await giveUp(mail, failure.code, failure.message);
      else await tryAgain(mail, failure);
      return failure.why !== 'unreachable';
    } finally {
      clearTimeout(timer);
    }
    sentUnmarked.set(mail_id, attempts);
    await markSent();
    return true;
  }

  async function sendAll(): Promise<void> {
    try {
      await markSent();
      do {
        isAskedAgain = false;
        for (let mail = await take(); mail && !cut.signal.aborted; mail = await take()) if (!(await sendOne(mail))) return;
      } while (isAskedAgain && !cut.signal.aborted);
    } finally {
      sending = undefined;
    }
  }

  const sendDue = (): Promise<void> => {
    isAskedAgain = true;
    sending ??= sendAll();
    return sending;
  };

  return {
    sendDue,
    resume: async () => {
      await db.updateTable('mail').set({ next_at: now() }).where('state', '=', 'waiting').execute();
      await sendDue();
    },
    stop: async (wait) => {
      const timer = setTimeout(() => cut.abort(), wait);
      await sendDue().catch((error: unknown) => ports.report(error, 'sending e-mails'));
      clearTimeout(timer);
      cut.abort();
    },
  };
}
