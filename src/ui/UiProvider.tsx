import { type ReactNode, useMemo } from 'react';
import { LiveRegion } from './LiveRegion.tsx';
import { type Navigation, NavigationContext } from './navigate.ts';

interface UiProviderProps {
  /** The user's language, for numbers, dates and the components' own texts. */
  language: 'en' | 'es';
  /** The router's navigate: all links of the kit then navigate without a page load. */
  navigate: (path: string) => void;
  /** Turns a path into an address, if the router has a base. */
  useHref?: (path: string) => string;
  children: ReactNode;
}

const LOCALE = { en: 'en-US', es: 'es-MX' } as const;

const asItIs = (path: string) => path;

/** Wraps everything after sign-in once: language and links for the components, and the live region. */
export function UiProvider({ language, navigate, useHref = asItIs, children }: UiProviderProps) {
  const navigation = useMemo<Navigation>(() => ({ navigate, useHref, locale: LOCALE[language] }), [navigate, useHref, language]);
  return (
    <NavigationContext value={navigation}>
      {children}
      <LiveRegion />
    </NavigationContext>
  );
}
