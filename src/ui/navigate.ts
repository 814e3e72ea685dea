import { createContext } from 'react';

/** How links move, from UiProvider. Without one they load the page, as links do. */
export interface Navigation {
  navigate: (path: string) => void;
  useHref: (path: string) => string;
  /** Of numbers, dates and order. */
  locale: string;
}

export const NavigationContext = createContext<Navigation | null>(null);
