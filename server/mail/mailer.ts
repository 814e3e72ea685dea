/** Purpose of an e-mail. Each kind has its own daily limit per recipient, so that none uses up another's. */
export type MailKind = 'reset' | 'confirm' | 'activate' | 'notice';

/** Subject and plain text of an e-mail. */
export interface MailText {
  subject: string;
  text: string;
}

/** Recipient of an e-mail, and how long it is useful. */
export interface MailAddressee {
  recipient: string;
  kind: MailKind;
  /** The district whose matter it is. It waits while that is closed. */
  district_id: number;
  /** The account it concerns (`user_puid`), for the log. */
  account?: number;
  /** When its link expires. It is not sent after that. */
  until?: number;
  /** A browser that the recipient has signed in with before. Its requests are counted separately from strangers' requests. */
  device?: string | undefined;
}

/** Sends e-mails. The mailer reports and retries delivery failures; callers respond the same either way. */
export interface Mailer {
  /** Whether a mail server is set up. Otherwise e-mails are only kept. */
  isDelivered: boolean;
  /** Queues an e-mail. `compose` also creates its link and is skipped if the recipient has reached today's limit. */
  send: (to: MailAddressee, compose: () => MailText | Promise<MailText>) => Promise<void>;
  /** The full text of an e-mail with its link, if this process may show it and still has it. */
  textOf: (mail_id: number) => string | undefined;
}
