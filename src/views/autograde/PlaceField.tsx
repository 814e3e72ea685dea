import { autograde } from '../../../contract/autograde.ts';
import type { CommentPlace } from '../../../contract/comments.ts';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { LoadState } from '../shell/Loaded.tsx';

const nowhere = ' ';

interface PlaceFieldProps {
  resultId: number;
  place: CommentPlace | null;
  onChange: (place: CommentPlace | null) => void;
}

/** A resource of the lesson, and a heading if it is a reading that has some. */
export default function PlaceField({ resultId, place, onChange }: PlaceFieldProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(autograde.feedbackPlaces, { result_id: resultId }, { signal }));
  const { data: places } = collection;
  if (!places) return <LoadState collection={collection} shape="row" count={1} />;
  const chosen = places.find(({ item_id }) => item_id === place?.item_id);
  const named = (name: string, label: string) => ({ key: name, label });
  return (
    <Stack gap={3}>
      <NativeSelect
        label={m.autograde_place()}
        placeholder={m.autograde_place_none()}
        value={chosen ? String(chosen.item_id) : nowhere}
        options={[named(nowhere, m.autograde_place_none()), ...places.map(({ item_id, title }) => named(String(item_id), title))]}
        onChange={(key) => {
          const to = places.find(({ item_id }) => String(item_id) === key);
          onChange(to ? { item_id: to.item_id, place_title: to.title, heading: null } : null);
        }}
      />
      {chosen && chosen.headings.length > 0 ? (
        <NativeSelect
          label={m.autograde_place_heading()}
          placeholder={m.autograde_place_beginning()}
          value={place?.heading ?? nowhere}
          options={[named(nowhere, m.autograde_place_beginning()), ...chosen.headings.map((heading) => named(heading, heading))]}
          onChange={(key) => onChange({ item_id: chosen.item_id, place_title: chosen.title, heading: key === nowhere ? null : key })}
        />
      ) : null}
    </Stack>
  );
}
