import { createContext } from 'react';

/** Link navigation, from UiProvider. Without it links load the page as usual. */
export interface Navigation {
  navigate: (path: string) => void;
  useHref: (path: string) => string;
  /** Locale of numbers, dates and sorting. */
  locale: string;
}

export const NavigationContext = createContext<Navigation | null>(null);
