import { imageSize } from 'image-size';
import type { Photo } from '../../contract/shell.ts';
import { looksLike } from '../areas/library/files.ts';
import { refuse } from './handler.ts';

/**
 * Width and height from the image header, in pixels, without decoding: a few bytes can declare a picture that exhausts the viewer's memory.
 * Undefined if the header is damaged.
 */
function sizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}

/** An uploaded picture with its size in pixels. Its type is read from its bytes. Refuses what is too large, damaged, or no picture. */
export async function readPicture(
  file: File,
  { bytes: most, pixels }: { bytes: number; pixels: number },
): Promise<{ photo: Photo; bytes: Uint8Array; width: number; height: number }> {
  if (file.size > most) throw refuse('photoTooLarge', { kilobytes: most / 1024 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { media } = await looksLike(bytes, '');
  if (media !== 'image/png' && media !== 'image/jpeg' && media !== 'image/webp') throw refuse('notAPhoto');
  const size = sizeOf(bytes);
  if (!size || size.width < 1 || size.height < 1) throw refuse('photoDamaged');
  if (size.width > pixels || size.height > pixels) throw refuse('photoTooWide', { most: pixels });
  const { width, height } = size;
  return { photo: { media_type: media, content: Buffer.from(bytes).toString('base64') }, bytes, width, height };
}
