import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../../scripts/kit.ts';
import { listenHere, stopServer } from '../kit/localServer.ts';

/** A client that a provider knows, by where it sends browsers back. */
export interface Client {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
}

/** What a person has allowed a client, by its access token. */
export interface Allowed {
  subject: string;
  scopes: readonly string[];
}

export interface OpenIdProvider {
  issuer: string;
  stop: () => Promise<unknown>;
  /** Whose access token it is, and for what; undefined: it is none, or it has ended. */
  allowedBy: (token: string) => Promise<Allowed | undefined>;
  /** Whether each use of a refresh token replaces it. */
  rotates: boolean;
}

/**
 * A real identity provider, with pages of its own. Every name is an account, and its subject. `scopes`: of its other services, for which it
 * gives lasting access.
 */
export async function startOpenIdProvider(clients: readonly Client[], scopes: readonly string[] = []): Promise<OpenIdProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const isLasting = scopes.length > 0;
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      ...client,
      token_endpoint_auth_method: 'client_secret_post',
      ...(isLasting ? { grant_types: ['authorization_code', 'refresh_token'] } : {}),
    })),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: true }, ...(isLasting ? { revocation: { enabled: true } } : {}) },
    ...(isLasting ? { scopes: ['openid', 'offline_access', ...scopes], rotateRefreshToken: () => started.rotates } : {}),
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: 'sue@hill.example', email_verified: true }),
    }),
  });
  const server = createServer(provider.callback());
  await listenHere(server, port);
  const started: OpenIdProvider = {
    issuer,
    rotates: false,
    stop: () => stopServer(server),
    allowedBy: async (token) => {
      const found = await provider.AccessToken.find(token);
      return found?.isValid ? { subject: found.accountId, scopes: (found.scope ?? '').split(' ') } : undefined;
    },
  };
  return started;
}

/** Goes through an identity provider's pages the way a browser would. Returns where it sends the browser back. */
export async function authenticate(url: string, login: string): Promise<string> {
  const { origin } = new URL(url);
  const back = new URL(url).searchParams.get('redirect_uri') ?? '';
  const jar = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...(init.headers as Record<string, string>) };
    const answer = await fetch(address, { ...init, redirect: 'manual', headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) as unknown as [string, string, string];
      jar.set(name, value);
    }
    return answer;
  };
  const form = (body: Record<string, string>): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  });
  let answer = await visit(url);
  for (let turn = 0; turn < 12; turn++) {
    const location = answer.headers.get('location');
    if (location?.startsWith(back)) return location;
    if (location) answer = await visit(new URL(location, origin).href);
    else {
      const page = await answer.text();
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? 'login';
      answer = await visit(new URL(action, origin).href, form(prompt === 'login' ? { prompt, login, password: 'x' } : { prompt }));
    }
  }
  throw new Error('The identity provider did not send the browser back.');
}
