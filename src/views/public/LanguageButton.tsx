import s from '../login/LoginForm.module.css';
import { usePreferences } from '../shell/preferences.ts';

/** Switches to the other language, named in that language. */
export function LanguageButton() {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const { language, setLanguage } = usePreferences();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <button type="button" className={s.quiet} lang={other} onClick={() => setLanguage(other)}>
      {other === 'es' ? 'Español' : 'English'}
    </button>
  );
}
