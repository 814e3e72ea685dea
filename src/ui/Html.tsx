import { useId, useLayoutEffect, useRef } from 'react';
import './diagram.css';
import { cx } from './cx.ts';
import s from './Html.module.css';
import { sanitize } from './sanitize.ts';

interface HtmlProps {
  /** HTML from content or users. Always sanitized here. */
  html: string;
  /** Language of the text, if it is not the user's. */
  language?: string;
  /** `reading`: long text at a comfortable width and size; `inline`: within a question or a cell. */
  look?: 'reading' | 'inline';
}

/**
 * Makes pictures and tables that scroll on a narrow screen reachable by keyboard, while they do.
 * @returns what stops it
 */
export function watchWide(element: HTMLElement): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const wide of element.querySelectorAll('figure, table')) observer.observe(wide);
  return () => observer.disconnect();
}

/**
 * Content HTML with diagrams (d-* classes) and MathML, in the look of the product. Inserts nodes, never markup, so that it works under a
 * Trusted Types policy. Import it lazily.
 */
export function Html({ html, language, look = 'inline' }: HtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  const prefix = useId();
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    element.replaceChildren(sanitize(html, `${prefix}-`));
    return watchWide(element);
  }, [html, prefix]);
  return <div ref={place} className={cx(s.html, s[look])} lang={language} />;
}
