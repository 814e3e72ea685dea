import { useSelector } from '@xstate/react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { glossary, type ItemTerm } from '../../../contract/glossary.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { languageOf } from '../student/library.ts';
import s from './glossary.module.css';
import { markTerms } from './markTerms.ts';
import { TermText } from './TermText.tsx';

const PopoverPanel = lazy(() => import('../../ui/PopoverPanel.tsx'));

interface TermMarksProps {
  text: RefObject<HTMLElement | null>;
  /** What the element shows; its terms are marked again when it changes. */
  html: string;
  itemId: number;
  language: 'en' | 'es';
}

/** Marks the terms of a text once per page. Pressing one opens its definition in both languages. */
export default function TermMarks({ text, html, itemId, language }: TermMarksProps) {
  const { send } = useApp();
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid);
  const [terms, setTerms] = useState<readonly ItemTerm[]>([]);
  const [open, setOpen] = useState<ItemTerm | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A saved lesson may be read without a session.
    if (userPuid === undefined) return;
    const ended = new AbortController();
    send(
      glossary.glossaryItemTerms,
      { user_puid: userPuid, item_id: itemId, language_id: languageOf(language) },
      { signal: ended.signal, quiet: true },
    ).then(
      (found) => ended.signal.aborted || setTerms(found),
      // The text is whole without marks.
      () => undefined,
    );
    return () => ended.abort();
  }, [send, userPuid, itemId, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other terms
  useEffect(() => {
    if (!text.current) return;
    return markTerms(text.current, terms, s.mark ?? '', (button, term) => {
      trigger.current = button;
      setOpen(term);
    });
  }, [text, html, terms]);
  if (!open) return null;
  return (
    <Suspense>
      <PopoverPanel label={open.term} triggerRef={trigger} isOpen onOpenChange={(isOpen) => !isOpen && setOpen(null)}>
        <div className={s.marked}>
          <TermText language={language} term={open.term} definition={open.definition} />
          <TermText language={language === 'es' ? 'en' : 'es'} term={open.other_term} definition={open.other_definition} />
        </div>
      </PopoverPanel>
    </Suspense>
  );
}
