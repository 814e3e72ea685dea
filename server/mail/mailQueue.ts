import { isTooMany } from '../kit/failures.ts';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';
import { withoutSecrets } from '../kit/secrets.ts';
import { shared } from '../kit/tenant.ts';
import type { Mailer, MailKind } from './mailer.ts';

const day = 24 * 3_600_000;
/** How long a mail server is tried, in ms. */
export const deliveryLife = day;
/** E-mails of a kind to one address within a day. */
const mostADay: Record<MailKind, number> = { reset: 20, confirm: 10, activate: 50, notice: 50 };
/** As many as the page of e-mails shows. */
const mostRemembered = 100;

/** Seals the text of an e-mail while it waits, and opens it when it is sent. */
export const mailSeal = sealing('orrery e-mails that wait');

/** What becomes of e-mails, as fields of a line of the log: no address, no name, no text. */
export type MailLog = (fields: { event: 'mail' } & Record<string, unknown>) => void;

type Outside = Pick<Ports, 'db' | 'now' | 'newId' | 'randomBytes' | 'signingKey'>;

/** How e-mails are dealt with. */
export interface MailQueueOptions {
  /** Whether a mail server is set up: e-mails then wait for it, and otherwise are kept. */
  isDelivered: boolean;
  /** Whether the links of kept e-mails may be shown: only where nobody else can reach the server. */
  showsLinks: boolean;
  log: MailLog;
  /** Called when an e-mail waits. */
  queued: () => void;
}

/**
 * The queue of e-mails: the table `mail`. It never holds the secret of a link in clear: the text that waits for a mail server is encrypted
 * with a key that is not in the database, and goes when it is sent. Without a mail server the secret stays in this process's memory.
 */
export function mailQueue(ports: Outside, { isDelivered, showsLinks, log, queued }: MailQueueOptions): Mailer {
  const { now, newId } = ports;
  const db = shared(ports.db);
  const remembered = new Map<number, string>();

  return {
    textOf: (mail_id) => remembered.get(mail_id),
    send: async ({ recipient, kind, account, until = Number.POSITIVE_INFINITY, device = '' }, compose) => {
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
        .values({ mail_id, at, recipient, subject, text: withoutSecrets(text), kind, ...(isDelivered && waiting) })
        .execute();
      if (isDelivered) return queued();
      if (!showsLinks) return;
      remembered.set(mail_id, text);
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    },
  };
}
