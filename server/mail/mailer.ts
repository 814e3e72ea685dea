/** What an e-mail is about. Each kind has its own number a day for a recipient, so that none uses up another's. */
export type MailKind = 'reset' | 'confirm' | 'activate' | 'notice';

/** Subject and plain text of an e-mail. */
export interface MailText {
  subject: string;
  text: string;
}

/** To whom an e-mail goes, and how long it is of use. */
export interface MailAddressee {
  recipient: string;
  kind: MailKind;
  /** Whose account it is about (`user_puid`), for the log. */
  account?: number;
  /** When its link ends: it is not sent after that. */
  until?: number;
  /** A browser that the recipient has signed in with before: what it asks for is counted apart from what strangers ask for. */
  device?: string | undefined;
}

/** Where e-mails go. A failure to deliver is the mailer's to report and retry: callers answer the same either way. */
export interface Mailer {
  /** Writes an e-mail. `compose` makes its link, too, and is not called where the recipient has had as many today as may be. */
  send: (to: MailAddressee, compose: () => MailText | Promise<MailText>) => Promise<void>;
  /** The whole text of an e-mail with its link, where this process may show it and remembers it. */
  textOf: (mail_id: number) => string | undefined;
}
