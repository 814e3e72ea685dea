import type { MailMessage } from './mailer.ts';

/** The product's e-mails. Addresses in them are the product's own; the secret stands in the link alone. */
export const resetMail = (recipient: string, name: string, link: string, minutes: number): MailMessage => ({
  recipient,
  subject: 'Choose a new password',
  text: `Hello ${name},

somebody, most likely you, asked for a new password for your Orrery account. Choose it here within ${minutes} minutes:

${link}

If it was not you, do nothing: your password stays as it is.`,
});

export const confirmMail = (recipient: string, name: string, link: string, days: number): MailMessage => ({
  recipient,
  subject: 'Confirm your e-mail address',
  text: `Hello ${name},

you asked for a teacher's account of Orrery. Confirm that this address is yours, and go on, within ${days} days:

${link}

If it was not you, do nothing: no account is made.`,
});

export const activateMail = (
  recipient: string,
  teacher: { name: string; email: string; school: string },
  link: string,
  days: number,
): MailMessage => ({
  recipient,
  subject: `${teacher.name} asks for a teacher's account`,
  text: `${teacher.name} (${teacher.email}) asks for a teacher's account at ${teacher.school}. The e-mail address is confirmed.

If you know that this is a teacher of the school, activate the account within ${days} days:

${link}

If not, do nothing: without you the account cannot be used.`,
});

export const activatedMail = (recipient: string, name: string, userName: string, link: string): MailMessage => ({
  recipient,
  subject: 'Your account is ready',
  text: `Hello ${name},

your account is active. Sign in as ${userName}:

${link}`,
});

export const changedAddressMail = (recipient: string, name: string): MailMessage => ({
  recipient,
  subject: 'Your e-mail address was changed',
  text: `Hello ${name},

the e-mail address of your Orrery account was changed, and e-mails go to the new one from now on.

If it was not you, tell the administrator of your school at once.`,
});
