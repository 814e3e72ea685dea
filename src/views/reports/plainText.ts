import { createPolicy } from '../../services/kit/trustedTypes.ts';

const policy = createPolicy('plain-text', { createHTML: (html: string) => html });

/** The text of formatted content, for a cell: formulas as they were typed, pictures as their alternative text. The parsed document has no window: it loads and runs nothing, and only its text is used. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
  for (const one of body.querySelectorAll('script, style, template')) one.remove();
  for (const one of body.querySelectorAll('math[alttext], img[alt]'))
    one.replaceWith(one.getAttribute('alttext') ?? one.getAttribute('alt') ?? '');
  return body.textContent?.trim() ?? '';
}
