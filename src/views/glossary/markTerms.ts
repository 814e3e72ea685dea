import { mentionFinder } from '../../../common/mentions.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';

/** Where a term is not marked: headings, links and controls have a purpose of their own, and pictures and formulas are no text. */
const unmarked = 'h1, h2, h3, h4, a, button, svg, math, code, [data-term]';

/**
 * Marks the first place where a text uses each of some terms, with a button of this class. Time grows with the length of the text.
 * @param onOpen called with the button and its term
 * @returns removes the marks
 */
export function markTerms(
  root: Element,
  terms: readonly ItemTerm[],
  className: string,
  onOpen: (button: HTMLButtonElement, term: ItemTerm) => void,
): () => void {
  const find = mentionFinder(terms.map((term) => [term, term.term] as const));
  const seen = new Set<ItemTerm>();
  const marks: HTMLButtonElement[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest(unmarked)) continue;
    const mentions = find(text.data).filter(({ key }) => !seen.has(key) && seen.add(key));
    // From the end, so that earlier places stay where they are.
    for (const { key, from, to } of mentions.toReversed()) {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      const button = document.createElement('button');
      button.type = 'button';
      button.className = className;
      button.setAttribute('aria-haspopup', 'dialog');
      button.addEventListener('click', () => onOpen(button, key));
      range.surroundContents(button);
      marks.push(button);
    }
  }
  return () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent?.normalize();
    }
  };
}
