import { use, useEffect, useRef } from 'react';
import { NavigationContext } from '../../ui/navigate.ts';
import Reading from '../player/Reading.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { articleAddress } from './addresses.ts';
import s from './help.module.css';
import { pictureAddress } from './pictures.ts';

/** The text with addresses of the product in place of those that the server names. */
const addressed = (html: string, language: 'en' | 'es'): string =>
  html
    .replace(/"article:([a-z-]+)"/g, (_, name: string) => `"${articleAddress(name)}"`)
    .replace(/"screen:([\w/?=-]+)"/g, '"/authenticated/$1"')
    .replace(/"picture:([a-z-]+)"/g, (_, name: string) => `"${pictureAddress(name, language) ?? ''}"`);

/** The text of an article. Its links lead on without a page load. */
export function ArticleText({ html }: { html: string }) {
  const { language } = usePreferences();
  const navigation = use(NavigationContext);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || !navigation) return;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a[href^="/"]');
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigation.navigate(link.getAttribute('href') as string);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [navigation]);
  return (
    <div ref={root} className={s.text}>
      <Reading body={{ kind: 'html', html: addressed(html, language) }} language={language} />
    </div>
  );
}
