import { createElement, lazy, type ReactNode, Suspense } from 'react';

const Html = lazy(async () => ({ default: (await import('../../ui/Html.tsx')).Html }));

/** Elements of plain sentences. They need no sanitizer, because they are created here without attributes. */
const simple = new Set(['p', 'b', 'strong', 'i', 'em', 'sub', 'sup', 'code']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' };

/** Simple HTML as React elements; null for anything else, which needs the sanitizer. */
export function simpleHtml(html: string): ReactNode[] | null {
  type Open = { tag: string; children: ReactNode[] };
  const root: Open = { tag: '', children: [] };
  const stack = [root];
  for (const [part, close, tag] of html.matchAll(/<(\/?)([a-z]+)>|[^<]+|</g)) {
    const at = stack.at(-1) as Open;
    if (tag === undefined) {
      if (part === '<') return null;
      let isKnown = true;
      const text = part.replace(/&([^;\s]*);?/g, (_, name: string) => {
        const character = entities[name];
        if (character === undefined) isKnown = false;
        return character ?? '';
      });
      if (!isKnown) return null;
      at.children.push(text);
    } else if (!simple.has(tag)) return null;
    else if (close === '') stack.push({ tag, children: [] });
    else {
      if (stack.length === 1 || at.tag !== tag) return null;
      stack.pop();
      const parent = stack.at(-1) as Open;
      parent.children.push(createElement(tag, { key: parent.children.length }, ...at.children));
    }
  }
  return stack.length === 1 ? root.children : null;
}

/** A question's text: sentences at once; pictures, tables and formulas once the sanitizer has loaded. */
export function QuestionText({ html }: { html: string }) {
  const plain = simpleHtml(html);
  if (plain) return <div>{plain}</div>;
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Html html={html} />
    </Suspense>
  );
}
