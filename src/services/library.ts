import { Language } from '../../contract/content.ts';
import type { LibraryItem } from '../../contract/library.ts';
import { type DefaultFilter, library, type SearchResult, type Units } from '../../contract/library.ts';
import type { LibraryFilter, LibrarySearch } from '../machines/library/contentLibraryMachine.ts';
import type { Attachment, ExternalOrder } from '../machines/library/externalResourceMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Number of items on a page of the library. */
const pageSize = 48;
/** The backend's limit per response. */
export const mostAtOnce = 200;

const given = <Key extends string>(key: Key, value: number | null) => (value === null ? {} : { [key]: value });

/** A filter as search parameters. */
export const searchInput = ({ userPuid, filter, offset, count }: LibrarySearch) => ({
  user_puid: userPuid,
  query: filter.query,
  ...given('product_id', filter.productId),
  ...given('unit_id', filter.unitId),
  ...given('subunit_id', filter.subUnitId),
  ...given('level3_id', filter.level3Id),
  kinds: filter.kinds.join(','),
  grades: filter.grades.join(','),
  languages: filter.languages.join(','),
  standards: filter.standards.join(','),
  offset,
  limit: Math.min(count ?? pageSize, mostAtOnce),
});

/** The calls of the library. */
export const libraryActors = (send: Send) => ({
  loadPlaces: callActor<Units, { userPuid: number }>(({ input, signal }) =>
    send(library.units, { user_puid: input.userPuid }, { signal, quiet: true }),
  ),
  search: callActor<SearchResult, LibrarySearch>(({ input, signal }) => send(library.search, searchInput(input), { signal, quiet: true })),
});

/** Saves where the library opens from now on: the place and the language of a filter. */
export const saveStart = (send: Send, userPuid: number, filter: LibraryFilter, signal: AbortSignal): Promise<DefaultFilter> =>
  send(
    library.updateDefaultFilter,
    {
      user_puid: userPuid,
      product_id: filter.productId,
      unit_id: filter.unitId,
      sub_unit_id: filter.subUnitId,
      level3_id: filter.level3Id,
      language_id: filter.languages[0] ?? Language.english,
    },
    { signal },
  );

/** Removes an item or an external resource from My Library. */
export const removeFromLibrary = (send: Send, userPuid: number, resourceId: number, signal: AbortSignal): Promise<null> =>
  send(library.removeFromMyLibrary, { user_puid: userPuid, resource_id: resourceId }, { signal, quiet: true });

/** The calls that change the items of My Library. */
export const shelfActors = (send: Send) => ({
  keepItem: callActor<{ resource_id: number }, { userPuid: number; item: LibraryItem }>(({ input: { userPuid, item }, signal }) =>
    send(
      library.addToMyLibrary,
      {
        user_puid: userPuid,
        product_id: item.product_id,
        unit_id: item.unit_id,
        subunit_id: item.sub_unit_id,
        level3_id: item.level3_id,
        item_id: item.item_id,
        item_type_id: item.item_type_id,
      },
      { signal, quiet: true },
    ),
  ),
  dropResource: callActor<null, { userPuid: number; resourceId: number }>(({ input, signal }) =>
    removeFromLibrary(send, input.userPuid, input.resourceId, signal),
  ),
});

/** The calls of the form for an external resource. */
export const externalActors = (send: Send) => ({
  upload: callActor<Attachment, { userPuid: number; file: File }>(({ input, signal }) =>
    send(library.uploadAttachment, { user_puid: input.userPuid, attachment: input.file }, { signal }),
  ),
  save: callActor(({ input, signal }: { input: ExternalOrder; signal: AbortSignal }) => {
    const { userPuid, resourceId, draft, attachmentId, sameResource } = input;
    const fields = {
      user_puid: userPuid,
      title: draft.title,
      description: draft.description,
      // A query string has no nulls, so missing values are omitted.
      ...(draft.url.trim() === '' ? {} : { url: draft.url.trim() }),
      ...(attachmentId === null ? {} : { attachment_id: attachmentId }),
      same_resource: sameResource,
    };
    return resourceId === null
      ? send(library.addExternal, fields, { signal })
      : send(library.updateExternal, { ...fields, resource_id: resourceId }, { signal });
  }),
});
