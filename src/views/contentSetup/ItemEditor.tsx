import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { itemProblems } from '../../../common/authoring/itemProblems.ts';
import type { AuthoredBody, AuthoredItem, ItemSource } from '../../../contract/authoredItem.ts';
import { m } from '../../paraglide/messages.js';
import { itemCalls } from '../../services/contentSetup/itemEditing.ts';
import { itemDraftsSlice } from '../../services/kit/slices/itemDrafts.ts';
import { announce } from '../../ui/announce.ts';
import { Stack } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { DraftFrame, showProblems } from '../authoring/DraftFrame.tsx';
import { PicturesContext, picturesWith } from '../authoring/pictures.ts';
import { useDraftEditor } from '../authoring/useDraftEditor.ts';
import { home } from '../itemBank/bankWords.ts';
import { addressOf } from '../screen.ts';
import { contentSetup } from './contentSetup.screen.ts';
import { ItemFacts } from './ItemFacts.tsx';
import { itemProblemText } from './itemWords.ts';
import type { readingLevelOf } from './readingLevelOf.ts';

const ItemConflict = lazy(async () => ({ default: (await import('./ItemConflict.tsx')).ItemConflict }));
const ItemBodyFields = lazy(async () => ({ default: (await import('./ItemBodyFields.tsx')).ItemBodyFields }));
const ItemOffer = lazy(async () => ({ default: (await import('./ItemOffer.tsx')).ItemOffer }));
const ItemPreview = lazy(() => import('./ItemPreview.tsx'));

/** What the form has until the item has loaded. */
const nothing: AuthoredItem = {
  ...{ title: '', summary: '', minutes: 0, grades: [], standards: [], sources: [] },
  body: { kind: 'html', html: '' },
};
const facts = { item_type_id: 0, language_id: 0, known_standards: [], question_count: null };

/** The formulas of the reading level, once they have loaded. Without them, the form does not say it. */
function useReadingLevel(): typeof readingLevelOf | null {
  const [levelOf, setLevelOf] = useState<typeof readingLevelOf | null>(null);
  useEffect(() => {
    import('./readingLevelOf.ts').then(
      (loaded) => setLevelOf(() => loaded.readingLevelOf),
      () => {},
    );
  }, []);
  return levelOf;
}

/** The form of an item of the catalog: what the library says about it, and its body by kind. */
export function ItemEditor({ itemId }: { itemId: number }) {
  const { send } = useApp();
  const [source, setSource] = useState<ItemSource | null>(null);
  /** Whether the library offers it. */
  const [isOffered, setOffered] = useState(false);
  const [drawings] = useState(() => new Map<string, string>());
  const [calls] = useState(() =>
    itemCalls(send, itemId, (loaded) => {
      for (const { picture_id, html } of loaded.drawings) drawings.set(picture_id, html);
      setSource(loaded);
      setOffered(loaded.is_offered);
    }),
  );
  const [pictures] = useState(() => picturesWith(calls, drawings));
  const editor = useDraftEditor<AuthoredItem>({
    ...{ calls, itemId, keptAs: '', start: () => nothing, slice: itemDraftsSlice, published: m.itemEditor_published() },
    onPublished: () => setOffered(true),
  });
  const { draft, change, publication, whenSaved } = editor;
  const [isMarked, setMarked] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const found = itemProblems(draft, source ?? facts);
  const problems = isMarked ? found : [];
  /** Marks what is missing; whether nothing is. */
  const isComplete = () => {
    setMarked(found.length > 0);
    if (found.length > 0) showProblems(found.length);
    return found.length === 0;
  };
  // Of a long text, it follows after a moment.
  const read = useDeferredValue(draft);
  const levelOf = useReadingLevel();
  const level = useMemo(() => (source && levelOf ? levelOf(read, source) : null), [read, source, levelOf]);
  const content = addressOf(contentSetup);
  return (
    <DraftFrame
      editor={editor}
      title={draft.title || m.itemEditor_untitled()}
      lead={m.itemEditor_lead()}
      crumbs={[home(), { label: m.contentSetup_title(), href: content }]}
      onward={{ label: m.itemEditor_to_content(), href: content }}
      words={{
        ...{ form: m.itemEditor_form(), previewLead: m.itemEditor_preview_lead() },
        ...{ publish: m.itemEditor_publish(), isPublished: m.itemEditor_is_published(), published: m.itemEditor_published() },
        ...{ publishedText: m.itemEditor_published_text(), publishFailed: m.itemEditor_publish_failed() },
        ...{
          ready: isOffered ? m.itemEditor_state_published() : m.itemEditor_state_withdrawn(),
          changed: m.itemEditor_state_changed(),
          draft: m.itemEditor_state_draft(),
        },
      }}
      more={
        source && editor.wasPublished ? (
          <Suspense fallback={null}>
            <ItemOffer itemId={itemId} isOffered={isOffered} onDone={setOffered} />
          </Suspense>
        ) : null
      }
      problemCount={problems.length}
      problems={problems.map((problem, index) => ({ key: `${problem.code} ${index}`, line: itemProblemText(problem, draft.body.kind) }))}
      course={
        source?.is_course_new
          ? {
              ...{ title: m.itemEditor_course_new(), text: m.itemEditor_course_new_text(), label: m.itemEditor_take_course() },
              take: () => {
                change(source.course_item, 'course', false);
                announce(m.itemEditor_course_taken());
              },
            }
          : null
      }
      onPreview={() => isComplete() && setPreviewing(true)}
      onPreviewClosed={() => setPreviewing(false)}
      onPublish={() => isComplete() && publication.give(null)}
      preview={isPreviewing && source ? <ItemPreview itemTypeId={source.item_type_id} whenSaved={whenSaved} /> : null}
    >
      {source ? (
        <PicturesContext value={pictures}>
          <Stack gap={6} align="stretch">
            <ItemFacts item={draft} problems={problems} level={level} onChange={change} />
            <Suspense fallback={<Skeleton shape="text" count={8} />}>
              <ItemBodyFields
                body={draft.body}
                source={source}
                level={level?.text ?? null}
                problems={problems}
                onChange={(body: AuthoredBody, field, isTyped) => change({ ...draft, body }, field, isTyped)}
                onUndo={editor.undo}
                onRedo={editor.redo}
              />
            </Suspense>
          </Stack>
        </PicturesContext>
      ) : null}
      {editor.theirs ? (
        <Suspense>
          <ItemConflict mine={draft} theirs={editor.theirs} onMine={editor.keepMine} onTheirs={editor.takeTheirs} />
        </Suspense>
      ) : null}
    </DraftFrame>
  );
}
