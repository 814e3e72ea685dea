import type { Ports } from '../kit/ports.ts';
import type { Mailer } from './mailer.ts';

/** Keeps e-mails in the database instead of sending them: `/developer/mail` shows them to the super administrator. */
export const outbox = ({ db, now, newId }: Pick<Ports, 'db' | 'now' | 'newId'>): Mailer => ({
  send: async (message) => {
    await db
      .insertInto('mail')
      .values({ mail_id: newId(), at: now(), ...message })
      .execute();
  },
});
