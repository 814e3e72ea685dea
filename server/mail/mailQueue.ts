import { isTooMany } from '../kit/failures.ts';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';
import { withoutSecrets } from '../kit/secrets.ts';
import { shared } from '../kit/tenant.ts';
import type { Mailer, MailKind } from './mailer.ts';

const day = 24 * 3_600_000;
/** How long delivery is retried, in ms. */
export const deliveryLife = day;
/** Limit per day for e-mails of a kind to one address. */
const mostADay: Record<MailKind, number> = { reset: 20, confirm: 10, activate: 50, notice: 50 };
/** As many as the e-mail page shows. */
const mostRemembered = 100;

/** Encrypts the text of a waiting e-mail. */
export const mailSeal = sealing('orrery e-mails that wait');

/** Logs the outcome of e-mails: no address, name or text. */
export type MailLog = (fields: { event: 'mail' } & Record<string, unknown>) => void;

type Outside = Pick<Ports, 'db' | 'now' | 'newId' | 'randomBytes' | 'signingKey'>;

/** Options of the mail queue. */
export interface MailQueueOptions {
  /** Whether a mail server is configured. If so, e-mails wait for it; otherwise they are kept. */
  isDelivered: boolean;
  /** Whether links in kept e-mails may be shown: only if nobody else can reach the server. */
  showsLinks: boolean;
  log: MailLog;
  /** Called when an e-mail is queued. */
  queued: () => void;
}

/**
 * The e-mail queue: the table `mail`. It never stores the secret of a link in the clear. Text that waits for a mail server is encrypted
 * with a key that is not in the database, and deleted once sent. Without a mail server the secret stays in this process's memory.
 */
export function mailQueue(ports: Outside, { isDelivered, showsLinks, log, queued }: MailQueueOptions): Mailer {
  const { now, newId } = ports;
  const db = shared(ports.db);
  const remembered = new Map<number, string>();

  return {
    isDelivered,
    textOf: (mail_id) => remembered.get(mail_id),
    send: async ({ recipient, kind, district_id, account, until = Number.POSITIVE_INFINITY, device = '' }, compose) => {
      const key = `mail:${kind}:${recipient.toLowerCase()}:${device}`;
      if (await isTooMany(ports, { key, most: mostADay[kind], window: day })) {
        log({ event: 'mail', outcome: 'capped', kind, account });
        return;
      }
      const { subject, text } = await compose();
      const mail_id = newId();
      const at = now();
      const waiting = {
        state: 'waiting',
        sealed: mailSeal.seal(ports, text),
        next_at: at,
        give_up_at: Math.min(at + deliveryLife, until),
      } as const;
      await db
        .insertInto('mail')
        .values({
          mail_id,
          at,
          recipient,
          subject,
          text: withoutSecrets(text),
          kind,
          about_district_id: district_id,
          ...(isDelivered && waiting),
        })
        .execute();
      if (isDelivered) return queued();
      if (!showsLinks) return;
      remembered.set(mail_id, text);
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    },
  };
}
