import type { Hono, Context as HonoContext } from 'hono';
import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret } from '../kit/secrets.ts';
import { tenant } from '../kit/tenant.ts';
import { backToProduct, type Cookies } from '../sso/routes.ts';
import { makeTicket, rememberComer } from '../sso/signOn.ts';
import { answerOf } from './choose.ts';
import { ownKeySet } from './keys.ts';
import { addressesOf, beginLaunch, endLaunch } from './launch.ts';
import { registrationPage, returnPage, windowPage } from './pages.ts';
import { noteRefusal, platformsAt, registrationOf } from './platforms.ts';
import { register } from './registration.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const texts = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The routes that platforms and their users' browsers open: key set, initiation, launch, return of a choice, registration. */
export function addLtiRoutes(app: Hono, ports: Ports, { cookie, setCookie }: Cookies): void {
  const base = '/api/lms/ssoLogin/lti';
  const back = backToProduct(ports, setCookie);

  app.get(`${base}/jwks`, async (c) => {
    const keys = await ownKeySet(ports);
    c.header('cache-control', 'public, max-age=3600');
    return c.json(keys);
  });

  const parametersOf = async (c: HonoContext) => texts(c.req.method === 'GET' ? c.req.query() : await c.req.parseBody());
  app.on(['GET', 'POST'], `${base}/login`, async (c) => {
    const fields = await parametersOf(c);
    if (c.req.header('sec-fetch-dest') === 'iframe') {
      const known = await platformsAt(ports, fields.iss ?? '', fields.client_id);
      const framedBy = [...new Set(known.flatMap((one) => [one.issuer, one.authorization_endpoint]).map((one) => new URL(one).origin))];
      return windowPage(c, { action: addressesOf(ports).login_url, fields, framedBy });
    }
    const begun = await beginLaunch(ports, fields);
    if (!begun) return back(c, undefined);
    setCookie(c)(begun.state, 'None');
    return c.redirect(begun.url, 303);
  });

  app.post(`${base}/launch`, async (c) => {
    try {
      const { state, id_token, error } = await c.req.parseBody();
      const valid = await endLaunch(ports, { state: text(state), idToken: text(id_token), error: text(error), cookie: cookie(c) });
      if (!valid) return back(c, undefined);
      const { identity, platform, launch } = valid;
      const { name, ...person } = identity;
      const ticket = await makeTicket(ports, 'learningTools', person, registrationOf(platform), JSON.stringify(launch));
      if (!ticket) {
        const { platform_id: provider_id, district_id } = platform;
        await rememberComer(ports, { kind: 'lti', provider_id, district_id }, { subject: person.subject, name });
        await noteRefusal(ports, platform, 'account');
      }
      return back(c, ticket);
    } catch (error) {
      ports.report(error, 'launch from a learning platform');
      return back(c, undefined);
    }
  });

  app.get(`${base}/return`, async (c) => {
    const choice = await allDistricts(ports.db)
      .selectFrom('lti_choice')
      .selectAll()
      .where('return_hash', '=', hashOfSecret(c.req.query('answer') ?? ''))
      .where('expires_at', '>', ports.now())
      .executeTakeFirst();
    const answer = choice && (await answerOf(ports, tenant(ports.db, choice.district_id), choice));
    return answer ? returnPage(c, answer) : c.notFound();
  });

  app.get(`${base}/register`, async (c) => {
    const { invitation = '', openid_configuration = '', registration_token } = c.req.query();
    const framedBy = /^https?:$/.test(URL.canParse(openid_configuration) ? new URL(openid_configuration).protocol : '')
      ? [new URL(openid_configuration).origin]
      : [];
    const isDone = framedBy.length > 0 && (await register(ports, { invitation, openid_configuration, registration_token }));
    return registrationPage(c, { isDone, framedBy });
  });
}
