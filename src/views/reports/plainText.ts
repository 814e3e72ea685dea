const policy = (
  globalThis as {
    trustedTypes?: {
      createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => { createHTML: (html: string) => string };
    };
  }
).trustedTypes?.createPolicy('plain-text', { createHTML: (html) => html });

/** The text of formatted content, for a cell. The parsed document has no window: it loads and runs nothing, and only its text is used. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
  for (const one of body.querySelectorAll('script, style, template')) one.remove();
  return body.textContent?.trim() ?? '';
}
