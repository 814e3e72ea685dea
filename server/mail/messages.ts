import type { MailText } from './mailer.ts';

/** The product's e-mails. Addresses in them are the product's own; the secret stands in the link alone. */
export const resetMail = (name: string, link: string, minutes: number): MailText => ({
  subject: 'Choose a new password',
  text: `Hello ${name},

somebody, most likely you, asked for a new password for your Orrery account. Choose it here within ${minutes} minutes:

${link}

If it was not you, do nothing: your password stays as it is.`,
});

export const firstLinkMail = (name: string, district: string, link: string, days: number): MailText => ({
  subject: 'Orrery is set up',
  text: `Hello ${name},

Orrery is set up for ${district}, and you are its administrator. Once it is started, choose your password here within ${days} days:

${link}

The link works once.`,
});

export const confirmMail = (name: string, link: string, days: number): MailText => ({
  subject: 'Confirm your e-mail address',
  text: `Hello ${name},

you asked for a teacher's account of Orrery. Confirm that this address is yours, and go on, within ${days} days:

${link}

If it was not you, do nothing: no account is made.`,
});

export const activateMail = (teacher: { name: string; email: string; school: string }, link: string, days: number): MailText => ({
  subject: `${teacher.name} asks for a teacher's account`,
  text: `${teacher.name} (${teacher.email}) asks for a teacher's account at ${teacher.school}. The e-mail address is confirmed.

If you know that this is a teacher of the school, activate the account within ${days} days:

${link}

If not, do nothing: without you the account cannot be used.`,
});

export const activatedMail = (name: string, userName: string, link: string): MailText => ({
  subject: 'Your account is ready',
  text: `Hello ${name},

your account is active. Sign in as ${userName}:

${link}`,
});

export const changedAddressMail = (name: string): MailText => ({
  subject: 'Your e-mail address was changed',
  text: `Hello ${name},

the e-mail address of your Orrery account was changed, and e-mails go to the new one from now on.

If it was not you, tell the administrator of your school at once.`,
});

const factorChanges = {
  added: 'A new way to confirm your sign-in (an authenticator app or a passkey) was added to your Orrery account.',
  removed: 'A way to confirm your sign-in (an authenticator app or a passkey) was removed from your Orrery account.',
  reset: 'An administrator has reset two-step sign-in for your Orrery account. Sign in with your password, and set it up again.',
  recovered: 'Somebody, most likely you, signed in to your Orrery account with a recovery code. That code does not work again.',
};

export const secondFactorMail = (name: string, what: keyof typeof factorChanges): MailText => ({
  subject: 'Your two-step sign-in',
  text: `Hello ${name},

${factorChanges[what]}

If it was not you, tell your administrator at once.`,
});
