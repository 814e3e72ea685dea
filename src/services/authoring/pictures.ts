import { pictureLimits } from '../../../contract/authoring.ts';
import type { PictureCalls } from '../authoring.ts';
import { redrawn } from '../kit/redrawn.ts';

/** Tries to make a picture small enough for a question: longest edge in pixels, and how it is stored. The first that fits is taken. */
const sizes = [
  { edge: 1200, type: 'image/png', quality: 1 },
  { edge: 1200, type: 'image/jpeg', quality: 0.85 },
  { edge: 800, type: 'image/jpeg', quality: 0.75 },
] as const;

/** Uploads a picture, made smaller first. Drawings stay sharp, photos become JPEG. Returns its name, and its bytes to show. */
export async function uploadPicture(calls: PictureCalls, file: File, signal: AbortSignal): Promise<{ picture_id: string; picture: Blob }> {
  let picture: Blob = file;
  for (const { edge, ...as } of sizes) {
    if (as.type === 'image/png' && file.type === 'image/jpeg') continue;
    const fit = ({ width, height }: { width: number; height: number }) => {
      const share = Math.min(1, edge / Math.max(width, height));
      return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
    };
    picture = await redrawn(file, fit, as);
    if (picture.size <= pictureLimits.bytes) break;
  }
  const { picture_id } = await calls.uploadPicture(new File([picture], 'picture'), { signal, quiet: true });
  return { picture_id, picture };
}

/** A picture as a file has it. */
export async function pictureBytes(calls: PictureCalls, picture_id: string, signal: AbortSignal) {
  const { media_type, content } = await calls.picture(picture_id, { signal, quiet: true });
  return { media_type, bytes: Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)) };
}

/** A picture as a `data:` address. */
export async function pictureData(calls: PictureCalls, picture_id: string): Promise<string> {
  const { media_type, content } = await calls.picture(picture_id, { quiet: true });
  return `data:${media_type};base64,${content}`;
}
