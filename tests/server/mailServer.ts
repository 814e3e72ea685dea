import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { MailServer } from '../../server/mail/smtp.ts';

/** A message that the mail server accepted: envelope sender and recipients, the raw message, and whether the connection was encrypted. */
export interface Taken {
  from: string;
  to: string[];
  message: string;
  isSecure: boolean;
  user: string | undefined;
}

/** An error response from the mail server. */
export const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/** A self-signed certificate for this computer, and its key. */
export async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const hour = 3_600_000;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - hour),
    notAfter: new Date(Date.now() + hour),
    keys,
    signingAlgorithm,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { cert: certificate.toString('pem'), key };
}

/**
 * A real mail server on a free port, closed after the test. It accepts what `options` allow. `beforeTaking` runs before it confirms a
 * message.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  beforeTaking: () => Promise<void> = async () => {},
): Promise<{ server: MailServer; taken: Taken[]; close: () => Promise<void> }> {
  const taken: Taken[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: options.cert ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void beforeTaking().then(() => {
          const { mailFrom, rcptTo } = session.envelope;
          taken.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            message: Buffer.concat(parts).toString('utf8'),
            isSecure: session.secure,
            user: session.user as string | undefined,
          });
          done();
        }, done);
      });
    },
    ...options,
  });
  // A client that disconnects midway does not fail the test.
  smtp.on('error', () => {});
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const close = () => new Promise<void>((closed) => smtp.close(() => closed()));
  onTestFinished(close);
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    login: undefined,
    from: { name: 'Orrery', address: 'orrery@school.example' },
  };
  return { server, taken, close };
}
