import { useCallback, useMemo } from 'react';
import { content } from '../../../contract/content.ts';
import type { DataOf } from '../../../contract/kit.ts';
import type { Send } from '../../services/kit/client.ts';
import { AppContext, useApp } from '../app.ts';
import { ResourceView } from '../player/ResourceView.tsx';

/** An item with its body, as the backend returns it. */
type Content = DataOf<typeof content.getContent>;

const nothing = () => {};

interface ItemPreviewProps {
  known: Content;
  /** The teacher's remarks, for an item of a lesson. */
  remarks?: string;
}

/** Draws an item like the player, from data at hand: nothing is fetched, tracked or scored. */
export function ItemPreview({ known: answer, remarks = '' }: ItemPreviewProps) {
  const app = useApp();
  const send = useCallback<Send>(
    (call, input, options) =>
      (call as unknown) === content.getContent ? (Promise.resolve(answer) as never) : app.send(call, input, options),
    [app, answer],
  );
  const known = useMemo(() => ({ ...app, send }), [app, send]);
  const item = answer.item_details;
  return (
    <AppContext value={known}>
      <ResourceView
        key={item.item_id}
        resource={{
          id: item.item_id,
          item_id: item.item_id,
          resource_type_id: item.item_type_id,
          title: item.title,
          summary: item.summary,
          time: item.minutes,
          sort_order: 1,
          remarks,
          quiz_id: null,
          is_handed_in: false,
          is_learnosity_enabled: false,
          language_id: item.language_id,
          percentage_completed: 0,
          time_spent: 0,
          position: 0,
        }}
        position={0}
        isFinished={false}
        isPreview
        lessonId={0}
        resourceTrackingId={0}
        isTracked={false}
        onProgress={nothing}
        onHandedIn={nothing}
      />
    </AppContext>
  );
}
