import { usePreferences } from '../shell/preferences.ts';
import s from './LoginForm.module.css';

/** The other language, in its own words. */
export function LanguageButton() {
  const { language, setLanguage } = usePreferences();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <button type="button" className={s.quiet} lang={other} onClick={() => setLanguage(other)}>
      {other === 'es' ? 'Español' : 'English'}
    </button>
  );
}
