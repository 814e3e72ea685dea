import * as v from 'valibot';
import { email } from '../../contract/account.ts';
import { NotSent, type SendMail } from './delivery.ts';

const tlsModes = ['starttls', 'tls', 'none'] as const;

/** A mail server for outgoing e-mails. */
export interface MailServer {
  host: string;
  port: number;
  /** `starttls`: must upgrade to TLS after the greeting; `tls`: from the first byte; `none`: unencrypted. */
  tls: (typeof tlsModes)[number];
  login: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

const usualPort: Record<MailServer['tls'], number> = { starttls: 587, tls: 465, none: 25 };
const isThisComputer = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/**
 * Reads the mail server from the environment; undefined if none is configured.
 *
 * @throws an `Error` with a message for the operator
 */
export function readMailServer(env: NodeJS.ProcessEnv): MailServer | undefined {
  const { ORRERY_MAIL_SERVER, ORRERY_MAIL_TLS, ORRERY_MAIL_USER, ORRERY_MAIL_PASSWORD, ORRERY_MAIL_FROM } = env;
  if (!ORRERY_MAIL_SERVER) {
    const [other] =
      Object.entries({ ORRERY_MAIL_TLS, ORRERY_MAIL_USER, ORRERY_MAIL_PASSWORD, ORRERY_MAIL_FROM }).find(([, text]) => text) ?? [];
    if (other) throw new Error(`${other} is set, but ORRERY_MAIL_SERVER is not: name the mail server, such as smtp.example.org.`);
    return undefined;
  }
  const tls = tlsModes.find((mode) => mode === (ORRERY_MAIL_TLS || 'starttls'));
  if (!tls) throw new Error(`ORRERY_MAIL_TLS must be starttls, tls or none; it is "${ORRERY_MAIL_TLS}".`);
  const [, bracketed, plain, portText] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(ORRERY_MAIL_SERVER) ?? [];
  const host = bracketed ?? plain;
  const port = portText === undefined ? usualPort[tls] : Number(portText);
  if (!host || port < 1 || port > 65_535)
    throw new Error(
      `ORRERY_MAIL_SERVER must be a host, or a host and a port, such as smtp.example.org:587; it is "${ORRERY_MAIL_SERVER}".`,
    );
  if (!ORRERY_MAIL_USER !== !ORRERY_MAIL_PASSWORD)
    throw new Error('ORRERY_MAIL_USER and ORRERY_MAIL_PASSWORD must be set both, or neither.');
  const login = ORRERY_MAIL_USER && ORRERY_MAIL_PASSWORD ? { user: ORRERY_MAIL_USER, pass: ORRERY_MAIL_PASSWORD } : undefined;
  if (login && tls === 'none' && !isThisComputer(host))
    throw new Error('ORRERY_MAIL_TLS=none would send ORRERY_MAIL_PASSWORD over the network in clear. Use starttls or tls.');
  const [, name = '', inBrackets, alone] = /^(?:([^<>]*)<([^<>\s]+)>|([^<>\s]+))$/.exec((ORRERY_MAIL_FROM ?? '').trim()) ?? [];
  const address = inBrackets ?? alone;
  if (!v.is(email, address) || hasControl(name))
    throw new Error(
      `ORRERY_MAIL_FROM must be an e-mail address, such as "Orrery <orrery@example.org>"; it is "${ORRERY_MAIL_FROM ?? ''}".`,
    );
  return { host, port, tls, login, from: { name: name.trim(), address } };
}

const control = /\p{Cc}/u;
const controls = /\p{Cc}+/gu;
const hasControl = (text: string) => control.test(text);
/** A name may contain anything from a roster, but a header is one line. */
const oneLine = (text: string) => text.replace(controls, ' ');

/** Connection timeouts, in ms. */
const usualWaits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
}

/** Classifies a failure. Errors during greeting or sign-in concern the mail setup, not this e-mail, and can be fixed. */
function notSent(error: SmtpError): NotSent {
  const { code = 'unknown', originalCode, responseCode, response, message } = error;
  const short = responseCode ? String(responseCode) : (originalCode ?? code);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isAboutMail || responseCode === 421) return new NotSent('unreachable', short, response ?? message);
  const isForNow = responseCode !== undefined && responseCode < 500;
  return new NotSent(isForNow ? 'later' : 'refused', short, response ?? message);
}

interface SmtpOptions {
  /** Certificates to trust in addition to Node's, PEM. */
  ca?: string;
  waits?: Partial<typeof usualWaits>;
}

/** Sends e-mails to a mail server, each over its own connection. */
export function smtpSender({ host, port, tls, login, from }: MailServer, { ca, waits }: SmtpOptions = {}): SendMail {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async ({ mail_id, recipient, subject, text }, signal) => {
    // The stored address must be a single address that cannot be read as several or as a command.
    if (!v.is(email, recipient)) throw new NotSent('refused', 'address', 'The address is not an e-mail address.');
    // Most servers never need it.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure: tls === 'tls',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(login && { auth: login }),
      ...(ca !== undefined && { tls: { ca } }),
      ...usualWaits,
      ...waits,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject: oneLine(subject),
        text,
        textEncoding: 'quoted-printable',
        messageId: `<${mail_id}@${domain}>`,
        // Suppresses out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
    } catch (error) {
      throw notSent(error as SmtpError);
    } finally {
      transport.close();
    }
  };
}
