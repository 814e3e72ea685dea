/** An e-mail that the product writes: plain text. */
export interface MailMessage {
  recipient: string;
  subject: string;
  text: string;
}

/** Where e-mails go. A failure to deliver is the mailer's to report and retry: callers answer the same either way. */
export interface Mailer {
  send: (message: MailMessage) => Promise<void>;
}
