import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import { X509CertificateGenerator } from '@peculiar/x509';
import samlp from 'samlp';
import { listenHere, stopServer } from '../kit/localServer.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };
const pemOf = (label: string, bytes: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;

export interface KeyPair {
  key: string;
  cert: string;
}

/** A key with a self-signed certificate. `from` and `until`: ms since 1970. */
export async function keyPair(from = Date.UTC(2020, 0), until = Date.UTC(2060, 0)): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Identity',
    notBefore: new Date(from),
    notAfter: new Date(until),
    keys,
    signingAlgorithm: algorithm,
  });
  return {
    key: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    cert: pemOf('CERTIFICATE', certificate.rawData),
  };
}

/** Somebody who signs in at the identity provider. */
export const person = (id: string, mail = `${id}@hill.example`) => ({
  id,
  displayName: `Person ${id}`,
  name: { givenName: 'Person', familyName: id },
  emails: [{ value: mail }],
});
export const nameAttribute = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';

/** A response of the library to these options, XML. */
export const responseOf = (options: object, user: object): Promise<string> =>
  new Promise((done, failed) =>
    samlp.getSamlResponse({ signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256', ...options }, user, (error, xml) =>
      error ? failed(error) : done(xml),
    ),
  );

/** Options of a provider that sends its responses to this address of the product. */
export const answersAt = (url: string) => ({
  recipient: url,
  destination: url,
  getPostURL: (_audience: string, _xml: object, _request: object, done: (error: null, url: string) => void) => done(null, url),
});

interface Sent {
  type: string;
  body: string;
  location: string | undefined;
}

/** Runs one of the library's handlers, which are written for Express, and returns what it sends. */
export function handle(handler: ReturnType<typeof samlp.auth>, request: { method: string; url: string; body?: object; session?: object }) {
  const query = Object.fromEntries(new URL(request.url, 'http://idp.example').searchParams);
  return new Promise<Sent>((done, failed) => {
    const sent: Sent = { type: 'text/html', body: '', location: undefined };
    const response = {
      set: (_name: string, value: string) => {
        sent.type = value;
        return response;
      },
      setHeader: () => response,
      status: () => response,
      redirect: (location: string) => done({ ...sent, location }),
      send: (body: unknown) => done({ ...sent, body: String(body) }),
    };
    const headers = { host: new URL(request.url, 'http://idp.example').host };
    const asked = {
      headers,
      query,
      body: {},
      protocol: new URL(request.url).protocol.slice(0, -1),
      connection: {},
      session: {},
      originalUrl: request.url,
      get: () => '',
      ...request,
    };
    handler(asked, response, (error) => failed(error ?? new Error('Not handled.')));
  });
}

/** Fields of the form with which a provider sends the browser back, and where to. */
export function formIn(html: string): { action: string; fields: Record<string, string> } {
  const decode = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x2F;', '/').replaceAll('&#34;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const fields = [...html.matchAll(/<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    decode(value ?? ''),
  ]);
  return { action: decode(/action="([^"]*)"/.exec(html)?.[1] ?? ''), fields: Object.fromEntries(fields) };
}

/** Metadata as the library writes them for a provider at these addresses. */
export async function metadataOf(issuer: string, origin: string, keys: KeyPair, cert = keys.cert): Promise<string> {
  const handler = samlp.metadata({
    issuer,
    cert,
    redirectEndpointPath: '/sso',
    postEndpointPath: '/sso',
    logoutEndpointPaths: { redirect: '/slo', post: '/slo' },
  });
  const { body } = await handle(handler, { method: 'GET', url: `${origin}/metadata` });
  return body;
}

/** An identity provider for browsers. `?user=` says who signs in. It closes with `close`. */
export async function listenAsProvider(keys: KeyPair, issuer: string, options: () => object) {
  let origin = '';
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const answer = async () => {
      if (url.pathname === '/sso') {
        const user = person(url.searchParams.get('user') ?? 's-ana');
        const handler = samlp.auth({ issuer, ...keys, getUserFromRequest: () => user, ...options() });
        return handle(handler, { method: 'GET', url: url.href });
      }
      return { type: 'text/plain', body: 'signed out', location: undefined };
    };
    answer().then(
      ({ type, body }) => response.setHeader('content-type', type).end(body),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  origin = `http://127.0.0.1:${await listenHere(server)}`;
  return {
    origin,
    close: () => void stopServer(server),
  };
}
