import { m } from '../../paraglide/messages.js';
import { PublicFrame } from '../../ui/PublicFrame.tsx';
import { useSession } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import s from './LoginForm.module.css';
import { LoginForm } from './LoginForm.tsx';

/** The first screen: sign in with user name and password. Plain elements only. */
export default function SignInPage() {
  const session = useSession();
  const { language, setLanguage } = usePreferences();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <PublicFrame
      title={m.login_title()}
      lead={m.login_lead()}
      tools={
        <button type="button" className={s.quiet} lang={other} onClick={() => setLanguage(other)}>
          {other === 'es' ? 'Español' : 'English'}
        </button>
      }
    >
      <LoginForm onSignedIn={(opened) => session.send({ type: 'session.opened', session: opened })} />
    </PublicFrame>
  );
}
