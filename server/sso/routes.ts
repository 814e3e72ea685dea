import type { Hono, Context as HonoContext } from 'hono';
import type { Ports } from '../kit/ports.ts';
import { beginLaunch, endLaunch } from './learningTools.ts';
import { endOpenId } from './openId.ts';
import { addSamlRoutes } from './samlRoutes.ts';
import { makeTicket, type OpenIdName } from './signOn.ts';

interface Cookies {
  cookie: (c: HonoContext) => string | undefined;
  setCookie: (c: HonoContext) => (value: string | null, site: 'Lax' | 'None') => void;
}

/**
 * Callback routes for identity providers. They always redirect into the product, either with a one-time code that must match this browser's
 * cookie, or with a generic error. The reason is only logged.
 */
export function addSignOnRoutes(app: Hono, ports: Ports, { cookie, setCookie }: Cookies): void {
  const back = (c: HonoContext, ticket: string | undefined, returnTo?: string | null) => {
    setCookie(c)(ticket ?? null, 'Lax');
    const answer = new URLSearchParams(ticket ? { code: ticket, ...(returnTo ? { returnTo } : {}) } : { error: 'invalid' });
    return c.redirect(`${ports.origin()}/account/singleSignOn?${answer}`, 303);
  };
  addSamlRoutes(app, ports, { cookie, setCookie, back });

  for (const name of ['roster', 'classroom'] satisfies OpenIdName[])
    app.get(`/api/lms/ssoLogin/callback/${name}`, async (c) => {
      const provider = ports.singleSignOn[name];
      if (!provider) return c.notFound();
      try {
        const identity = await endOpenId(ports, name, provider, { search: new URL(c.req.url).search, cookie: cookie(c) });
        return back(c, identity && (await makeTicket(ports, name, identity, provider)));
      } catch (error) {
        ports.report(error, `sign-in with ${name}`);
        return back(c, undefined);
      }
    });

  app.on(['GET', 'POST'], '/api/lms/ssoLogin/lti/login', async (c) => {
    if (!ports.singleSignOn.learningTools) return c.notFound();
    const begun = await beginLaunch(ports, c.req.method === 'GET' ? c.req.query() : await c.req.parseBody());
    if (!begun) return back(c, undefined);
    setCookie(c)(begun.state, 'None');
    return c.redirect(begun.url, 303);
  });

  app.post('/api/lms/ssoLogin/lti/launch', async (c) => {
    if (!ports.singleSignOn.learningTools) return c.notFound();
    try {
      const { state, id_token } = await c.req.parseBody();
      const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
      const launch = await endLaunch(ports, { state: text(state), idToken: text(id_token), cookie: cookie(c) });
      return back(c, launch && (await makeTicket(ports, 'learningTools', launch.identity, launch.platform)));
    } catch (error) {
      ports.report(error, 'launch from the learning tools');
      return back(c, undefined);
    }
  });
}
