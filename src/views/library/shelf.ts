import { useMemo, useState, useSyncExternalStore } from 'react';
import { type LibraryItem, library } from '../../../contract/library.ts';
import { libraryShelfMachine } from '../../machines/library/libraryShelfMachine.ts';
import { m } from '../../paraglide/messages.js';
import { shelfActors } from '../../services/library.ts';
import { playlistOf } from '../../services/workspace/playlist.ts';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

/** The resources picked for a lesson, with the ways to change them. */
export function usePlaylist() {
  const { userPuid } = useUser();
  const playlist = useMemo(() => playlistOf(userPuid), [userPuid]);
  const entries = useSyncExternalStore(playlist.subscribe, playlist.read);
  return { entries, playlist };
}

/** Actions of cards on any list of items: My Library, the playlist, details, and recording what was opened. */
export function useShelf() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const notices = useNotices();
  const actor = useChart(libraryShelfMachine, {
    actors: shelfActors(send),
    input: { userPuid },
    on: {
      'shelf.changed': ({ isKept }) =>
        notices.send({ type: 'notice.posted', kind: 'success', text: isKept ? m.library_kept() : m.library_taken_out() }),
    },
  });
  const { rows, isBusy } = useFields(actor, (snapshot) => ({ rows: snapshot.context.rows, isBusy: snapshot.hasTag('busy') }));
  const { entries, playlist } = usePlaylist();
  const [detailed, setDetailed] = useState<LibraryItem | null>(null);
  const resourceIdOf = (item: LibraryItem) => {
    const changed = rows[item.item_id];
    return changed === undefined ? item.resource_id : changed;
  };
  return {
    actor,
    detailed,
    closeDetails: () => setDetailed(null),
    /** Changes when lists of My Library are stale. */
    changes: rows,
    isBusy,
    cardOf: (item: LibraryItem) => ({
      item,
      isPicked: entries.some((entry) => entry.item_id === item.item_id),
      resourceId: resourceIdOf(item),
      isBusy,
      onPick: () => {
        if (entries.some((entry) => entry.item_id === item.item_id)) playlist.remove(item.item_id);
        else playlist.add({ item_id: item.item_id, item_type_id: item.item_type_id, title: item.title, minutes: item.minutes });
      },
      onKeep: () => {
        const resourceId = resourceIdOf(item);
        actor.send(resourceId === null ? { type: 'item.kept', item } : { type: 'resource.dropped', resourceId, itemId: item.item_id });
      },
      onDetails: () => setDetailed(item),
      // In the background, and errors are ignored: the item opens anyway.
      onOpen: () => void send(library.contentUrlId, { userPuid, item_id: item.item_id }, { quiet: true }).catch(() => {}),
    }),
  };
}
export type Shelf = ReturnType<typeof useShelf>;
