// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../src/ui/sanitize.ts';
import { allHtml } from './sample.ts';

const PREFIX = 'p-';
/** Attributes added by the sanitizer. */
const ADDED = ['data-id', 'target', 'rel', 'loading'];

/** An id, a list of ids, or a reference to one, without the sanitizer's prefix. */
const withoutPrefix = (name: string, value: string) =>
  name === 'id' || name.startsWith('aria-') || value.includes('#') ? value.replaceAll(new RegExp(`(^|[\\s#])${PREFIX}`, 'g'), '$1') : value;

/** Classes that the reader writes and the sanitizer removes by design, since it allows content only the diagram classes. */
const TAKEN = ['figure'];

/** Each element as its tag with its sorted attributes and classes. */
function elements(root: DocumentFragment): string[] {
  return [...root.querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'class' && !ADDED.includes(name))
      .map(({ name, value }) => `${name}="${withoutPrefix(name, value)}"`);
    const classes = [...element.classList].filter((name) => !TAKEN.includes(name)).sort();
    return `<${[element.tagName, ...attributes.sort(), ...classes.map((name) => `.${name}`)].join(' ')}>`;
  });
}
function parsed(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

describe('the HTML of the sample under the sanitiser', () => {
  it('is all there is', () => expect(allHtml.length).toBeGreaterThan(1000));
  it('loses no word, no element and no attribute', () => {
    const lost = allHtml.flatMap(([place, html]) => {
      const before = parsed(html);
      const after = sanitize(html, PREFIX);
      const kept = elements(after);
      const missing = elements(before).filter((one, index) => one !== kept[index]);
      return missing.length > 0 || before.textContent !== after.textContent ? [`${place}: ${missing[0] ?? 'text'}`] : [];
    });
    expect(lost).toEqual([]);
  });
  it('would be noticed if it lost something', () => {
    const before = '<p>A <button>b</button><a style="x" href="https://nasa.gov">c</a></p>';
    expect(elements(sanitize(before, PREFIX))).not.toEqual(elements(parsed(before)));
  });
});
