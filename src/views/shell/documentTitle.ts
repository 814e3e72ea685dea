import { m } from '../../paraglide/messages.js';

/** What the document is called while its page has this heading: “Students · Orrery”. */
const titleOf = (heading: string | undefined) => (heading ? `${heading} · ${m.ui_product()}` : m.ui_product());

/**
 * Keeps the document's title to the heading of the page (WCAG 2.4.2), whatever screen, lesson or language it is of.
 *
 * @returns stops it
 */
export function followHeading(): () => void {
  const write = () => {
    const title = titleOf(document.querySelector('h1')?.textContent.trim());
    if (document.title !== title) document.title = title;
  };
  const observer = new MutationObserver(write);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  write();
  return () => observer.disconnect();
}
