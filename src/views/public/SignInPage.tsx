import { useSelector } from '@xstate/react';
import { actorIds } from '../../machines/app/appMachine.ts';
import { m } from '../../paraglide/messages.js';
import { PublicFrame } from '../../ui/PublicFrame.tsx';
import { useApp } from '../app.ts';
import { usePreferences } from '../shell/preferences.ts';
import { LanguageButton } from './LanguageButton.tsx';
import s from './LoginForm.module.css';
import { LoginForm } from './LoginForm.tsx';

/** The first screen: sign in with user name and password; links lead to the other ways in. Plain elements only. */
export default function SignInPage() {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  // Not compiled, and the same element for the router at all times: only this draws it anew in another language.
  usePreferences();
  const { actor } = useApp();
  const hasSignOn = useSelector(actor, (snapshot) => snapshot.context.configuration?.singleSignOn === true);
  return (
    <PublicFrame title={m.login_title()} lead={m.login_lead()} tools={<LanguageButton />}>
      <LoginForm onSignedIn={(opened) => actor.system.get(actorIds.session).send({ type: 'session.opened', session: opened })} />
      <nav className={s.links} aria-label={m.login_other_ways()}>
        {hasSignOn ? <a href="/account/singleSignOn">{m.login_sso()}</a> : null}
        <a href="/account/code">{m.login_use_code()}</a>
        <a href="/account/retrievePassword">{m.login_forgot()}</a>
        <a href="/account/registration">{m.login_register()}</a>
      </nav>
    </PublicFrame>
  );
}
