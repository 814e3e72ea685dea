import { lazy, type ReactNode, Suspense } from 'react';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { Fallible } from '../shell/Fallible.tsx';

const MarkedHtml = lazy(() => import('./MarkedHtml.tsx'));

interface MarkedProps {
  html: string;
  /** Absent: none. */
  terms: readonly ItemTerm[] | undefined;
  /** The same text without marks: shown until the marks have loaded, and if they cannot be. */
  children: ReactNode;
}

/** A text with some terms marked. */
export function Marked({ html, terms = [], children }: MarkedProps) {
  if (terms.length === 0) return children;
  return (
    <Fallible fallback={children}>
      <Suspense fallback={children}>
        <MarkedHtml html={html} terms={terms} />
      </Suspense>
    </Fallible>
  );
}
