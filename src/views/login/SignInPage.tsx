import { useSelector } from '@xstate/react';
import { actorIds } from '../../machines/app/appMachine.ts';
import { m } from '../../paraglide/messages.js';
import { PublicFrame } from '../../ui/PublicFrame.tsx';
import { useApp } from '../app.ts';
import { LanguageButton } from '../public/LanguageButton.tsx';
import { usePreferences } from '../shell/preferences.ts';
import s from './LoginForm.module.css';
import { LoginForm } from './LoginForm.tsx';

/** The first screen: user name and password, with links to the other ways to sign in. Plain elements only. */
export default function SignInPage() {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  // Uncompiled, and always the same element for the router: only this hook redraws it in another language.
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
