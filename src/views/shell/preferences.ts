import { createContext, use } from 'react';
import type { Theme } from '../../ui/theme.ts';

/** A user's choices on this device. */
export interface Preferences {
  language: 'en' | 'es';
  theme: Theme;
  setLanguage: (language: 'en' | 'es') => void;
  setTheme: (theme: Theme) => void;
}

export const PreferencesContext = createContext<Preferences | null>(null);

/** Language and theme, with their setters. */
export function usePreferences(): Preferences {
  const preferences = use(PreferencesContext);
  if (!preferences) throw new Error('This view must be inside PreferencesContext.');
  return preferences;
}

const key = 'orrery.theme';

/** The stored theme, or the system's. */
export function storedTheme(): Theme {
  try {
    return (localStorage.getItem(key) as Theme | null) ?? 'system';
  } catch {
    return 'system';
  }
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is off: the theme lasts until the page is closed.
  }
}
