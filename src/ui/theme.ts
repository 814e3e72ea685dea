/** What a person may choose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

/**
 * Puts a theme on the page. The tokens know light and dark of the system by themselves; `system` on a device that asks for
 * more contrast becomes the high-contrast theme.
 */
export function applyTheme(theme: Theme): void {
  const wanted = theme === 'system' && matchMedia('(prefers-contrast: more)').matches ? 'contrast' : theme;
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}
