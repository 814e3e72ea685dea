import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { listenHere, stopServer } from '../kit/localServer.ts';

export const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
export const scoreScope = 'https://purl.imsglobal.org/spec/lti-ags/scope/score';
export const rosterScope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

/** A member of the platform's course. */
export interface Member {
  user_id: string;
  roles: string[];
  status?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  lis_person_sourcedid?: string;
}

/** A score that the platform received. */
export interface Received {
  path: string;
  body: {
    userId: string;
    scoreGiven?: number;
    scoreMaximum?: number;
    timestamp: string;
    activityProgress: string;
    gradingProgress: string;
  };
}

/**
 * A learning platform made of published parts: `oidc-provider` issues access tokens for our signed assertions and registers clients, `jose`
 * signs launches. Scores and rosters are served as the published services describe, to holders of such a token with the right scope.
 */
export interface LtiPlatform {
  url: string;
  /** Signs the claims of a launch. */
  sign: (claims: Record<string, unknown>, options?: { key?: CryptoKey; kid?: string | null; alg?: string }) => Promise<string>;
  /** Replaces the key, as platforms do. */
  rotate: () => Promise<void>;
  received: Received[];
  members: Member[];
  /** Status with which scores are answered; 200: taken. */
  answersWith: { status: number };
  /** Requests by path. */
  asked: string[];
  /** Access tokens that came with requests. */
  tokens: string[];
  /** What tools registered with. */
  registrations: Record<string, unknown>[];
  close: () => void;
}

const textOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
};

/** @param tool our key set, and our client at the platform; without a client, one must register */
export async function startLtiPlatform(tool: { jwks: { keys: JWK[] }; client_id?: string; pageSize?: number }): Promise<LtiPlatform> {
  const answersWith = { status: 200 };
  const received: Received[] = [];
  const members: Member[] = [];
  const asked: string[] = [];
  const tokens: string[] = [];
  const registrations: Record<string, unknown>[] = [];
  let key: CryptoKey;
  let kid = 0;
  let keys: JWK[] = [];
  const rotate = async () => {
    kid += 1;
    const pair = await generateKeyPair('RS256', { extractable: true });
    key = pair.privateKey;
    keys = [{ ...(await exportJWK(pair.publicKey)), kid: `key-${kid}`, alg: 'RS256', use: 'sig' }];
  };
  await rotate();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server: Server = createServer((request, response) => handle(request, response));
  const url = `http://127.0.0.1:${await listenHere(server)}`;
  const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
  const provider = new Provider(url, {
    clients: tool.client_id
      ? [
          {
            ...{ client_id: tool.client_id, token_endpoint_auth_method: 'private_key_jwt', jwks: tool.jwks as never },
            ...{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
          },
        ]
      : [],
    scopes: ['openid', scoreScope, rosterScope],
    clientAuthMethods: ['private_key_jwt'],
    extraClientMetadata: { properties: [toolClaim] },
    features: { clientCredentials: { enabled: true }, registration: { enabled: true }, devInteractions: { enabled: false } },
    cookies: { keys: ['a key'] },
  });
  const issue = provider.callback();
  const holds = async (request: IncomingMessage, scope: string) => {
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    tokens.push(given);
    const token = await provider.ClientCredentials.find(given);
    return token?.scopes.has(scope) === true;
  };
  const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    asked.push(pathname);
    if (pathname === '/lti/keys') return json(response, 200, { keys });
    if (pathname.endsWith('/scores')) {
      if (!(await holds(request, scoreScope))) return json(response, 401, {});
      if (answersWith.status !== 200) return json(response, answersWith.status, {});
      received.push({ path: pathname, body: JSON.parse(await textOf(request)) });
      return json(response, 200, {});
    }
    if (pathname.endsWith('/memberships')) {
      if (!(await holds(request, rosterScope))) return json(response, 401, {});
      const [from, size] = [Number(searchParams.get('from') ?? 0), tool.pageSize ?? (members.length > 100 ? 1000 : 2)];
      const next = from + size < members.length ? { link: `<${url}${pathname}?from=${from + size}>; rel="next"` } : {};
      return json(response, 200, { id: pathname, members: members.slice(from, from + size) }, next as Record<string, string>);
    }
    if (pathname === '/reg') {
      // Published platforms want HTTPS of a tool, which the tests' product does not have.
      const body = JSON.parse((await textOf(request)).replaceAll('http://orrery.test', 'https://orrery.test'));
      registrations.push(body);
      Object.assign(request, { body });
    }
    return issue(request, response);
  };
  handle = (request, response) => void serve(request, response);
  return {
    url,
    sign: (claims, options = {}) => {
      const id = options.kid === undefined ? `key-${kid}` : options.kid;
      return new SignJWT(claims)
        .setProtectedHeader({ alg: options.alg ?? 'RS256', ...(id === null ? {} : { kid: id }) })
        .sign(options.key ?? key);
    },
    ...{ rotate, received, members, answersWith, asked, tokens, registrations },
    close: () => void stopServer(server),
  };
}
