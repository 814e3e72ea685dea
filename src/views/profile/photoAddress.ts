import type { Photo } from '../../../contract/frame.ts';

/** The address by which a picture shows a photo: its bytes themselves. */
export const photoAddress = (photo: Photo | null | undefined): string | undefined =>
  photo ? `data:${photo.media_type};base64,${photo.content}` : undefined;
