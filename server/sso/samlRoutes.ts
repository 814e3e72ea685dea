import type { Hono, Context as HonoContext } from 'hono';
import type { SamlReceived } from '../../contract/saml.ts';
import type { Row } from '../db/schema.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import { placeOf } from './place.ts';
import {
  beginSaml,
  endSaml,
  logoutAnswer,
  logoutRequest,
  readLogout,
  type SamlPurpose,
  SamlRefusal,
  type SamlSubject,
  samlMetadataOf,
} from './saml.ts';
import { logSaml } from './samlLog.ts';
import { countingCertificates, type SamlProviderRow, samlProviderOf, samlRegistration } from './samlProviders.ts';
import { accountsOf, endSessionsOf, type Identity, ticketFor } from './signOn.ts';

interface Way {
  cookie: (c: HonoContext) => string | undefined;
  setCookie: (c: HonoContext) => (value: string | null, site: 'Lax' | 'None') => void;
  /** Sends the browser into the product with a one-time code, or with a failure that has no reason. */
  back: (c: HonoContext, ticket: string | undefined, returnTo?: string | null) => Response;
}

const identityOf = (provider: SamlProviderRow, { subject }: SamlSubject): Identity => ({
  provider: samlRegistration(provider),
  issuer: provider.entity_id,
  subject,
});

/** Remembers whom the provider vouches for: its own sign-out names them so, and who has no account can be given one. */
async function rememberSubject(ports: Ports, { district_id, provider_id }: SamlProviderRow, subject: SamlSubject, user: number | null) {
  const { subject: of, name_id, name_id_format, session_index, user_name } = subject;
  const seen = { name_id, name_id_format, session_index, user_name, user_puid: user, last_at: ports.now() };
  await tenant(ports.db, district_id)
    .insertInto('saml_subject')
    .values({ provider_id, subject: of, ...seen })
    .onConflict((conflict) => conflict.columns(['district_id', 'provider_id', 'subject']).doUpdateSet(seen))
    .execute();
}

const most = 1000;
const received = (provider: SamlProviderRow, subject: SamlSubject, linked: boolean): SamlReceived => ({
  issuer: provider.entity_id,
  subject: subject.subject,
  name_id: subject.name_id.slice(0, most),
  name_id_format: subject.name_id_format.slice(0, most),
  user_name: subject.user_name,
  encrypted: subject.isEncrypted,
  linked,
  attributes: subject.attributes
    .slice(0, 100)
    .map(({ name, values }) => ({ name: name.slice(0, most), values: values.slice(0, 50).map((value) => value.slice(0, most)) })),
});

/** Where to send the browser so that the provider that opened a session ends its own; null: nowhere. */
export async function signOutElsewhere(
  ports: Ports,
  { district_id, provider, issuer, subject }: Pick<Row<'refresh_session'>, 'district_id' | 'provider' | 'issuer' | 'subject'>,
): Promise<{ url: string } | null> {
  if (!provider?.startsWith('saml ') || !issuer || !subject) return null;
  const db = tenant(ports.db, district_id);
  const of = await db
    .selectFrom('saml_provider')
    .selectAll()
    .where('entity_id', '=', issuer)
    .where('removed_at', 'is', null)
    .where('sign_out_address', '!=', '')
    .executeTakeFirst();
  if (of?.active !== 1 || countingCertificates(of, ports.now()).length === 0) return null;
  const seen = await db
    .selectFrom('saml_subject')
    .select(['name_id', 'name_id_format', 'session_index'])
    .where('provider_id', '=', of.provider_id)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return seen?.name_id ? { url: await logoutRequest(ports, of, seen) } : null;
}

const logoutParameters = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'];

/** Addresses for SAML identity providers and for browsers on their way to and from them. */
export function addSamlRoutes(app: Hono, ports: Ports, { cookie, setCookie, back }: Way): void {
  const at = '/api/lms/ssoLogin/saml';
  const providerAt = (c: HonoContext) => {
    const id = c.req.param('provider') ?? '';
    return /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)) ? samlProviderOf(ports, Number(id)) : undefined;
  };
  const refused = async (provider: SamlProviderRow, error: unknown) => {
    if (!(error instanceof SamlRefusal)) ports.report(error, 'sign-in with SAML');
    const { reason, detail } = error instanceof SamlRefusal ? error : { reason: 'unreadable' as const, detail: '' };
    await logSaml(ports, provider, { outcome: 'refused', cause: reason, detail });
  };
  const formOf = async (c: HonoContext): Promise<Record<string, string>> => {
    const body = await c.req.parseBody().catch(() => ({}));
    return Object.fromEntries(Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  };
  const leave = async (c: HonoContext, provider: SamlProviderRow, purpose: SamlPurpose) => {
    const { url, state } = await beginSaml(ports, provider, purpose);
    setCookie(c)(state, 'None');
    return c.redirect(url, 303);
  };

  app.get(`${at}/metadata/:provider`, async (c) => {
    const provider = await providerAt(c);
    if (!provider) return c.notFound();
    return c.body(await samlMetadataOf(ports, provider), 200, {
      'content-type': 'application/samlmetadata+xml',
      'content-disposition': 'attachment; filename="orrery-metadata.xml"',
    });
  });

  app.get(`${at}/login/:provider`, async (c) => {
    const provider = await providerAt(c);
    if (!provider) return c.notFound();
    try {
      if (provider.active !== 1) throw new SamlRefusal('off');
      return await leave(c, provider, { returnTo: placeOf(c.req.query('returnTo')) });
    } catch (error) {
      await refused(provider, error);
      return back(c, undefined);
    }
  });

  const finish = async (c: HonoContext, provider: SamlProviderRow, subject: SamlSubject, purpose: SamlPurpose) => {
    const identity = identityOf(provider, subject);
    if ('tester' in purpose) {
      const linked = (await accountsOf(ports, identity)).length > 0;
      const tested = { by: purpose.tester, received: received(provider, subject, linked) };
      await logSaml(ports, provider, { outcome: 'tested', tested });
      setCookie(c)(null, 'None');
      return c.redirect(`${ports.origin()}/authenticated/admin/externalTools/samlSignIns?district_id=${provider.district_id}`, 303);
    }
    if (provider.active !== 1) throw new SamlRefusal('off');
    const { district_id, subject_is_sourced_id } = provider;
    const ticket = await ticketFor(ports, identity, { district_id, subject_is_sourced_id: subject_is_sourced_id === 1 });
    const [account] = ticket ? await accountsOf(ports, identity) : [];
    await rememberSubject(ports, provider, subject, account?.user_puid ?? null);
    if (!ticket) throw new SamlRefusal('noAccount');
    await logSaml(ports, provider, { outcome: 'signedIn' });
    return back(c, ticket, purpose.returnTo);
  };

  app.post(`${at}/acs/:provider`, async (c) => {
    const provider = await providerAt(c);
    if (!provider) return c.notFound();
    try {
      const { SAMLResponse = '', RelayState } = await formOf(c);
      const answer = await endSaml(ports, provider, { response: SAMLResponse, relayState: RelayState, cookie: cookie(c) });
      if (answer.purpose) return await finish(c, provider, answer.subject, answer.purpose);
      if (provider.active !== 1) throw new SamlRefusal('off');
      return await leave(c, provider, { returnTo: placeOf(RelayState) });
    } catch (error) {
      await refused(provider, error);
      return back(c, undefined);
    }
  });

  app.on(['GET', 'POST'], `${at}/logout/:provider`, async (c) => {
    const provider = await providerAt(c);
    if (!provider) return c.notFound();
    const home = () => c.redirect(`${ports.origin()}/`, 303);
    try {
      const isGet = c.req.method === 'GET';
      const query = isGet ? new URL(c.req.url).search.slice(1) : null;
      const names = query === null ? [] : query.split('&').map((part) => part.split('=')[0] ?? '');
      // The library looks for the signed parts by name: each may be there once.
      if (new Set(names).size !== names.length || names.some((name) => !logoutParameters.includes(name)))
        throw new SamlRefusal('unreadable');
      const parameters = isGet ? c.req.query() : await formOf(c);
      // The provider's answer to our own request: the session here ended before it.
      if (!parameters.SAMLRequest) return home();
      const logout = await readLogout(ports, provider, { parameters, query });
      const subjects = await tenant(ports.db, provider.district_id)
        .selectFrom('saml_subject')
        .select('subject')
        .where('provider_id', '=', provider.provider_id)
        .where('name_id', '=', logout.name_id)
        .execute();
      const ended = await endSessionsOf(
        ports,
        { provider: samlRegistration(provider), issuer: provider.entity_id, district_id: provider.district_id },
        subjects.map(({ subject }) => subject),
      );
      await logSaml(ports, provider, { outcome: 'signedOut', detail: String(ended) });
      const url = await logoutAnswer(ports, provider, logout, parameters.RelayState);
      return url ? c.redirect(url, 303) : home();
    } catch (error) {
      await refused(provider, error);
      return back(c, undefined);
    }
  });
}
