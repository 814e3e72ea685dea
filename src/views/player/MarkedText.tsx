import { lazy, Suspense, useRef } from 'react';
import { Html } from '../../ui/Html.tsx';
import { Fallible } from '../shell/Fallible.tsx';

const ItemTermMarks = lazy(() => import('../glossary/ItemTermMarks.tsx'));

interface MarkedTextProps {
  html: string;
  /** The item of the library whose terms are marked; absent: none. */
  itemId: number | undefined;
  language: 'en' | 'es';
}

/** A text of an item, in which the terms of the glossary are marked once it is shown. */
export function MarkedText({ html, itemId, language }: MarkedTextProps) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text}>
        <Html html={html} />
      </div>
      {itemId === undefined ? null : (
        <Fallible>
          <Suspense>
            <ItemTermMarks text={text} html={html} itemId={itemId} language={language} />
          </Suspense>
        </Fallible>
      )}
    </>
  );
}
