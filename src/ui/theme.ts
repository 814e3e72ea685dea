/** A user's theme choice; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

/**
 * Applies a theme to the page. The tokens follow the system's light or dark mode on their own. `system` on a device that asks for more
 * contrast becomes the high-contrast theme.
 */
export function applyTheme(theme: Theme): void {
  const wanted = theme === 'system' && matchMedia('(prefers-contrast: more)').matches ? 'contrast' : theme;
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}
