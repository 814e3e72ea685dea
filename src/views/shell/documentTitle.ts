import { m } from '../../paraglide/messages.js';

/** The document title for a heading: “Students · Orrery”. */
const titleOf = (heading: string | undefined) => (heading ? `${heading} · ${m.ui_product()}` : m.ui_product());

/**
 * Keeps the document title in sync with the page heading (WCAG 2.4.2), for every screen, lesson and language.
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
