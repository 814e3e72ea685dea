import { type ReactNode, useMemo } from 'react';
import { LiveRegion } from './LiveRegion.tsx';
import { type Navigation, NavigationContext } from './navigate.ts';

interface UiProviderProps {
  /** Language of the interface, for numbers, dates and the components' own words. */
  language: 'en' | 'es';
  /** The router's navigate: every link of the kit then moves without loading the page. */
  navigate: (path: string) => void;
  /** Turns a path into an address, when the router has a base. */
  useHref?: (path: string) => string;
  children: ReactNode;
}

const LOCALE = { en: 'en-US', es: 'es-MX' } as const;

const asItIs = (path: string) => path;

/** Once around everything after sign-in: language and links for the components, and the live region. */
export function UiProvider({ language, navigate, useHref = asItIs, children }: UiProviderProps) {
  const navigation = useMemo<Navigation>(() => ({ navigate, useHref, locale: LOCALE[language] }), [navigate, useHref, language]);
  return (
    <NavigationContext value={navigation}>
      {children}
      <LiveRegion />
    </NavigationContext>
  );
}
