import { Suspense } from 'react';
import { contentSetup } from '../../../contract/contentSetup.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { languageCode } from '../library/words.ts';
import { isStageKind } from '../player/kinds.ts';
import s from '../player/LessonPlayer.module.css';
import { Body } from '../player/ResourceView.tsx';
import { LoadState } from '../shell/Loaded.tsx';

interface ItemPreviewProps {
  itemTypeId: number;
  /** Resolves with the item when the server has the newest draft. */
  whenSaved: (signal: AbortSignal) => Promise<{ item_id: number }>;
}

const nothing = () => undefined;

/** The draft of an item in the player. */
export default function ItemPreview({ itemTypeId, whenSaved }: ItemPreviewProps) {
  const { send } = useApp();
  const collection = useCollection(async (signal) => {
    const { item_id } = await whenSaved(signal);
    return { item_id, ...(await send(contentSetup.previewItem, { item_id }, { signal })) };
  });
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="text" count={8} />;
  const language = languageCode(data.language_id);
  return (
    <article className={s.article} data-stage={isStageKind(itemTypeId) || undefined} lang={language}>
      <Suspense fallback={<Skeleton shape="text" count={6} />}>
        <Body
          body={data.body}
          itemId={data.item_id}
          levels={[]}
          language={language}
          position={0}
          onLevelChange={nothing}
          onProgress={nothing}
        />
      </Suspense>
    </article>
  );
}
