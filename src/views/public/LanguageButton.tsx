import { usePreferences } from '../shell/preferences.ts';
import s from './LoginForm.module.css';

/** The other language, in its own words. */
export function LanguageButton() {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  const { language, setLanguage } = usePreferences();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <button type="button" className={s.quiet} lang={other} onClick={() => setLanguage(other)}>
      {other === 'es' ? 'Español' : 'English'}
    </button>
  );
}
