import type { Hono, Context as HonoContext } from 'hono';
import type { Ports } from '../kit/ports.ts';
import { causeOfOpenId, endOpenId, noteOpenId } from './openId.ts';
import { addSamlRoutes } from './samlRoutes.ts';
import { makeTicket, type OpenIdName } from './signOn.ts';

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
 * Callback routes for identity providers. They always redirect into the product, either with a one-time code that must match this browser's
 * cookie, or with a generic error. The reason is only logged.
 */
export function addSignOnRoutes(app: Hono, ports: Ports, { cookie, setCookie }: Cookies): void {
  const back = backToProduct(ports, setCookie);
  addSamlRoutes(app, ports, { cookie, setCookie, back });

  for (const name of ['roster', 'classroom'] satisfies OpenIdName[])
    app.get(`/api/lms/ssoLogin/callback/${name}`, async (c) => {
      const provider = ports.singleSignOn[name];
      if (!provider) return c.notFound();
      try {
        const identity = await endOpenId(ports, name, provider, { search: new URL(c.req.url).search, cookie: cookie(c) });
        const ticket = identity && (await makeTicket(ports, name, identity, provider));
        await noteOpenId(ports, name, provider, ticket ? null : identity ? 'account' : 'state');
        return back(c, ticket);
      } catch (error) {
        ports.report(error, `sign-in with ${name}`);
        await noteOpenId(ports, name, provider, causeOfOpenId(error));
        return back(c, undefined);
      }
    });
}
