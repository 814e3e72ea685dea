import type { Photo } from '../../../contract/shell.ts';

/** Data URL of a photo. */
export const photoAddress = (photo: Photo | null | undefined): string | undefined =>
  photo ? `data:${photo.media_type};base64,${photo.content}` : undefined;
