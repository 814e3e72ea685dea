import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Language } from '../../../contract/content.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import s from './glossary.module.css';
import { markTerms } from './markTerms.ts';
import { TermText } from './TermText.tsx';

const PopoverPanel = lazy(() => import('../../ui/PopoverPanel.tsx'));

interface TermMarksProps {
  text: RefObject<HTMLElement | null>;
  /** What the element shows; its terms are marked again when it changes. */
  html: string;
  terms: readonly ItemTerm[];
}

/** Marks each of some terms once in a text. Pressing one opens its definition in both languages. */
export function TermMarks({ text, html, terms }: TermMarksProps) {
  const [open, setOpen] = useState<ItemTerm | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other terms
  useEffect(() => {
    if (!text.current) return;
    return markTerms(text.current, terms, s.mark ?? '', (button, term) => {
      trigger.current = button;
      setOpen(term);
    });
  }, [text, html, terms]);
  if (!open) return null;
  const isSpanish = open.language_id === Language.spanish;
  return (
    <Suspense>
      <PopoverPanel label={open.term} triggerRef={trigger} isOpen onOpenChange={(isOpen) => !isOpen && setOpen(null)}>
        <div className={s.marked}>
          <TermText language={isSpanish ? 'es' : 'en'} term={open.term} definition={open.definition} />
          {open.other_term === '' ? null : (
            <TermText language={isSpanish ? 'en' : 'es'} term={open.other_term} definition={open.other_definition} />
          )}
        </div>
      </PopoverPanel>
    </Suspense>
  );
}
