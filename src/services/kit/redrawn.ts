import type { Problem } from '../../machines/problem.ts';

/** Where a picture of this size is drawn, and how large the result is, in pixels. */
type Frame = (picture: { width: number; height: number }) => { width: number; height: number; from?: [number, number, number, number] };

/**
 * A picture drawn anew, which drops the camera's metadata, such as the location. If the browser cannot draw off screen, the picture is
 * returned unchanged; the server has limits of its own. Throws a problem if the file is no picture.
 */
export async function redrawn(file: Blob, frame: Frame, as: { type: string; quality: number }): Promise<Blob> {
  if (typeof createImageBitmap === 'undefined' || typeof OffscreenCanvas === 'undefined') return file;
  const picture = await createImageBitmap(file).catch(() => {
    throw { code: 415, message: '', refused: true } satisfies Problem;
  });
  const { width, height, from = [0, 0, picture.width, picture.height] } = frame(picture);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  // A picture may have transparent areas, which JPEG does not support and dark pages would show.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, ...from, 0, 0, width, height);
  return canvas.convertToBlob(as);
}
