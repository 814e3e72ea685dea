import { sanitize } from '../../ui/sanitize.ts';

/** The text of formatted content, for a cell. */
export const plainText = (html: string): string => sanitize(html, '').textContent?.trim() ?? '';
