import DOMPurify from 'dompurify';

/** Nothing that loads, runs, asks for input or restyles. Text, lists, tables, pictures, SVG diagrams and MathML remain. */
const FORBIDDEN_TAGS = [
  'style',
  'form',
  'input',
  'button',
  'textarea',
  'select',
  'option',
  'label',
  'dialog',
  'iframe',
  'object',
  'embed',
  'template',
];
const FORBIDDEN_SVG = ['animate', 'animateMotion', 'animateTransform', 'set', 'foreignObject', 'use', 'image', 'filter', 'feImage'];
const FORBIDDEN_ATTRIBUTES = ['style', 'srcset', 'ping', 'autofocus', 'tabindex', 'contenteditable', 'accesskey', 'popover'];

/** Allowed classes in content: those of diagrams, and lines to write on. Others could imitate the product's own controls. */
const CONTENT_CLASS = /^(d-[a-z0-9-]+|write-lines)$/;

const REFERENCE = /^(url\(\s*['"]?)?#([^'")\s]+)(['"]?\s*\))?$/;

const REFERRING = ['href', 'xlink:href', 'marker-start', 'marker-mid', 'marker-end', 'fill', 'stroke', 'clip-path', 'mask'];
const LISTS_OF_IDS = ['aria-labelledby', 'aria-describedby', 'headers'];

/** Prefix of ids; null while parsing pasted text, whose attributes describe its look. */
let prefix: string | null = '';

// The package's single instance: a second one would create its Trusted Types policy again, which the page's policy forbids.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (prefix === null) return;
  const id = node.getAttribute('id');
  if (id !== null) {
    node.setAttribute('id', prefix + id);
    node.setAttribute('data-id', id);
  }
  for (const name of REFERRING) {
    const parts = node.getAttribute(name)?.match(REFERENCE);
    if (parts) node.setAttribute(name, `${parts[1] ?? ''}#${prefix}${parts[2]}${parts[3] ?? ''}`);
  }
  for (const name of LISTS_OF_IDS) {
    const ids = node.getAttribute(name);
    if (ids !== null)
      node.setAttribute(
        name,
        ids.replace(/\S+/g, (each) => prefix + each),
      );
  }
  const names = [...node.classList].filter((name) => CONTENT_CLASS.test(name));
  if (names.length) node.setAttribute('class', names.join(' '));
  else node.removeAttribute('class');
  if (node.nodeName === 'A' && /^https?:/i.test(node.getAttribute('href') ?? '')) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node.nodeName === 'IMG') node.setAttribute('loading', 'lazy');
});

/**
 * Sanitizes content HTML into nodes that are safe to insert. Every id and every reference to it gets `idPrefix`, so that two diagrams with
 * markers of the same name work on one page. The author's id stays in `data-id`. External links open in a new tab.
 */
export function sanitize(html: string, idPrefix: string): DocumentFragment {
  prefix = idPrefix;
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true, svg: true, mathMl: true },
    FORBID_TAGS: [...FORBIDDEN_TAGS, ...FORBIDDEN_SVG],
    FORBID_ATTR: FORBIDDEN_ATTRIBUTES,
    // What was typed for a formula.
    ADD_ATTR: ['alttext'],
    ALLOW_DATA_ATTR: false,
    // The prefix does the same, and keeps references intact.
    SANITIZE_NAMED_PROPS: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** Elements kept from clipboard text; all others are replaced by their text. */
const PASTED_TAGS = [
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'sub', 'sup', 'code', 'span', 'br'],
  ...['p', 'div', 'pre', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'section', 'article', 'header', 'footer', 'figcaption'],
];

/** The attribute that holds a pasted element's style: the page's policy allows no inline styles in markup, even if only read. */
export const pastedStyle = 'data-pasted-style';

/**
 * Parses clipboard HTML into nodes with the attributes by which word processors describe the look; the style is in `pastedStyle`. Only for
 * reading: must not be shown, because its classes belong to another page.
 */
export function parsePasted(html: string): DocumentFragment {
  prefix = null;
  const root = DOMPurify.sanitize(html.replace(/(?<=[\s"'/])style(?=\s*=)/gi, pastedStyle), {
    ALLOWED_TAGS: PASTED_TAGS.concat('#text'),
    ALLOWED_ATTR: [pastedStyle, 'class', 'href', 'start', 'type', 'role', 'aria-level', 'data-aria-level', 'data-listid'],
    ADD_URI_SAFE_ATTR: [pastedStyle],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent?.includes(pastedStyle)) text.textContent = text.textContent.replaceAll(pastedStyle, 'style');
  return root;
}
