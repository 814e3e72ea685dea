import { useRef } from 'react';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { Html } from '../../ui/Html.tsx';
import { TermMarks } from './TermMarks.tsx';

interface MarkedHtmlProps {
  html: string;
  terms: readonly ItemTerm[];
}

/** Content HTML with some terms marked. */
export default function MarkedHtml({ html, terms }: MarkedHtmlProps) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text}>
        <Html html={html} />
      </div>
      <TermMarks text={text} html={html} terms={terms} />
    </>
  );
}
