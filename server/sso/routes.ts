import type { Hono, Context as HonoContext } from 'hono';
import type { ClassroomResult } from '../../contract/classroom.ts';
import { keepLink } from '../classroom/link.ts';
import type { Ports } from '../kit/ports.ts';
import { beginOpenId, endOpenId, isLinkState, type OpenIdAttempt, SignOnProblem, takeAttempt } from './openId.ts';
import { placeAt } from './place.ts';
import { addSamlRoutes } from './samlRoutes.ts';
import { accountKnown, makeTicket, rememberComer } from './signOn.ts';
import { countSignIn, noteSignIn, noteTest, type SignOnProvider, signOnAt, signOnRegistration, type Tester } from './signOnProviders.ts';

const longestHint = 500;

/** Reads and sets the cookie that binds a sign-on to its browser. */
export interface Cookies {
  cookie: (c: HonoContext) => string | undefined;
  setCookie: (c: HonoContext) => (value: string | null, site: 'Lax' | 'None') => void;
}

/** Sends the browser into the product after a sign-on, with its ticket and the place that it asked for; without a ticket, with a generic error. */
export const backToProduct =
  (ports: Ports, setCookie: Cookies['setCookie']) =>
  (c: HonoContext, ticket: string | undefined, returnTo?: string | null): Response => {
    setCookie(c)(ticket ?? null, 'Lax');
    const answer = new URLSearchParams(ticket ? { code: ticket, ...(returnTo ? { returnTo } : {}) } : { error: 'invalid' });
    return c.redirect(`${ports.origin()}/account/singleSignOn?${answer}`, 303);
  };

/**
 * Callback routes for identity providers, and where they begin a sign-in. They always redirect into the product, either with a one-time code that must match this browser's
 * cookie, or with a generic error. The reason is only noted for the district's administrators.
 */
export function addSignOnRoutes(app: Hono, ports: Ports, { cookie, setCookie }: Cookies): void {
  const back = backToProduct(ports, setCookie);
  addSamlRoutes(app, ports, { cookie, setCookie, back });

  const finish = async (c: HonoContext, provider: SignOnProvider, attempt: OpenIdAttempt): Promise<Response> => {
    const { tester } = attempt;
    try {
      const { issuer, subject, name } = await endOpenId(ports, provider, attempt, new URL(c.req.url).search);
      const registration = signOnRegistration(provider);
      if (tester) {
        const account = await accountKnown(ports, { provider: registration.provider, issuer, subject }, registration);
        await noteTest(ports, provider, tester, { received: { issuer, subject, account } });
        return backToTest(c, provider);
      }
      const ticket = provider.active === 1 ? await makeTicket(ports, provider.kind, { issuer, subject }, registration) : undefined;
      if (!ticket && provider.active === 1) {
        const { kind, district_id } = provider;
        await rememberComer(ports, { kind, provider_id: district_id, district_id }, { subject, name });
      }
      await noteSignIn(ports, provider, ticket ? null : 'noAccount');
      return back(c, ticket, attempt.returnTo);
    } catch (error) {
      if (!(error instanceof SignOnProblem)) throw error;
      if (tester) {
        await noteTest(ports, provider, tester, { fault: error.fault });
        return backToTest(c, provider);
      }
      await noteSignIn(ports, provider, error.fault);
      return back(c, undefined);
    }
  };
  const backToTest = (c: HonoContext, { kind, district_id }: SignOnProvider) => {
    setCookie(c)(null, 'Lax');
    return c.redirect(`${ports.origin()}/authenticated/admin/manageUsers/${kind}Sso?tested=${district_id}`, 303);
  };

  const backToClassroom = (c: HonoContext, result: ClassroomResult) => {
    setCookie(c)(null, 'Lax');
    return c.redirect(`${ports.origin()}/authenticated/mygroups/classroomService?result=${result}`, 303);
  };
  /** A teacher has given access to the classroom service, or not. Opens nothing. */
  const link = async (c: HonoContext, provider: SignOnProvider, attempt: OpenIdAttempt, linker: Tester): Promise<Response> => {
    try {
      const authorized = await endOpenId(ports, provider, attempt, new URL(c.req.url).search);
      return backToClassroom(c, await keepLink(ports, provider, linker, authorized));
    } catch (error) {
      if (!(error instanceof SignOnProblem)) ports.report(error, 'linking with the classroom service');
      return backToClassroom(c, error instanceof SignOnProblem && error.fault === 'denied' ? 'denied' : 'failed');
    }
  };

  const callback = '/api/lms/ssoLogin/callback/';
  for (const path of ['/:kind', '/:kind/:district'])
    app.get(`/api/lms/ssoLogin/callback${path}`, async (c) => {
      const provider = await signOnAt(ports, c.req.path.slice(callback.length));
      if (!provider) return c.notFound();
      try {
        const attempt = await takeAttempt(ports, provider, { state: c.req.query('state'), cookie: cookie(c) });
        if (attempt?.linker) return await link(c, provider, attempt, attempt.linker);
        if (attempt) return await finish(c, provider, attempt);
        if (isLinkState(c.req.query('state'))) return backToClassroom(c, 'expired');
        await countSignIn(ports, provider, 'state');
        return back(c, undefined);
      } catch (error) {
        ports.report(error, `sign-in with ${provider.kind}`);
        return back(c, undefined);
      }
    });

  const isSameAddress = (one: string, other: string) => URL.canParse(one) && new URL(one).href === new URL(other).href;
  const initiation = '/api/lms/ssoLogin/initiate/';
  for (const path of ['/:kind', '/:kind/:district'])
    app.on(['GET', 'POST'], `/api/lms/ssoLogin/initiate${path}`, async (c) => {
      const provider = await signOnAt(ports, c.req.path.slice(initiation.length));
      if (!provider) return c.notFound();
      try {
        const { iss, login_hint, target_link_uri } = c.req.method === 'GET' ? c.req.query() : await c.req.parseBody();
        const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
        // Anyone can send a browser here, so that a refusal says nothing about the service and is not noted.
        if (provider.active !== 1 || !isSameAddress(textOf(iss), provider.issuer)) return back(c, undefined);
        const { url, state } = await beginOpenId(ports, provider, {
          returnTo: placeAt(ports.origin(), textOf(target_link_uri)),
          loginHint: textOf(login_hint).slice(0, longestHint),
        });
        setCookie(c)(state, 'Lax');
        return c.redirect(url, 303);
      } catch (error) {
        if (error instanceof SignOnProblem) await noteSignIn(ports, provider, error.fault);
        else ports.report(error, `sign-in with ${provider.kind}`);
        return back(c, undefined);
      }
    });
}
