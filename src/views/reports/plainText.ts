import { createPolicy } from '../../services/kit/trustedTypes.ts';

const policy = createPolicy('plain-text', { createHTML: (html: string) => html });

/** Formatted content as a document without a window: it loads and runs nothing. For its text alone. */
export const readHtml = (html: string): HTMLElement => new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body;

/** Texts found so far, by their HTML. A table asks for each of its texts again whenever it is sorted or filtered. */
const found = new Map<string, string>();
const most = 1000;
/** Longer ones hold pictures, and are few. */
const longest = 10_000;

/**
 * The text of formatted content, for a cell: formulas as they were typed, pictures as their alternative text.
 */
export function plainText(html: string): string {
  const known = found.get(html);
  if (known !== undefined) return known;
  if (found.size >= most) found.clear();
  const text = parsed(html);
  if (html.length <= longest) found.set(html, text);
  return text;
}

function parsed(html: string): string {
  const body = readHtml(html);
  for (const one of body.querySelectorAll('script, style, template')) one.remove();
  for (const one of body.querySelectorAll('math[alttext], img[alt]'))
    one.replaceWith(one.getAttribute('alttext') ?? one.getAttribute('alt') ?? '');
  return body.textContent?.trim() ?? '';
}
