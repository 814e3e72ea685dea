import { useSelector } from '@xstate/react';
import { type ComponentProps, useEffect, useState } from 'react';
import { glossary } from '../../../contract/glossary.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { languageOf } from '../student/library.ts';
import { TermMarks } from './TermMarks.tsx';

interface ItemTermMarksProps extends Omit<ComponentProps<typeof TermMarks>, 'terms'> {
  itemId: number;
  language: 'en' | 'es';
}

/** Marks the terms that an item of the library uses. */
export default function ItemTermMarks({ itemId, language, ...props }: ItemTermMarksProps) {
  const { send, shelf } = useApp();
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid);
  const [terms, setTerms] = useState<readonly ItemTerm[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    // A saved lesson may be read without a session.
    const asked =
      userPuid === undefined
        ? import('../../services/player/offlineReplies.ts').then(async ({ savedTerms }) => savedTerms(await shelf(), itemId))
        : send(
            glossary.glossaryItemTerms,
            { user_puid: userPuid, item_id: itemId, language_id: languageOf(language) },
            { signal: ended.signal, quiet: true },
          );
    asked.then(
      (found) => ended.signal.aborted || setTerms(found),
      // The text is whole without marks.
      () => undefined,
    );
    return () => ended.abort();
  }, [send, shelf, userPuid, itemId, language]);
  return <TermMarks {...props} terms={terms} />;
}
