const bytesOf = (...parts: (string | number | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : typeof part === 'number' ? [part] : [...part],
    ),
  );
const big = (value: number, length: number) => Uint8Array.from({ length }, (_, index) => (value >> (8 * (length - 1 - index))) & 255);
const little = (value: number, length: number) => big(value, length).reverse();

/** Headers of images of any size: enough to be recognized, with no pixels. */
export const png = (width: number, height: number) =>
  bytesOf(0x89, 'PNG\r\n', 0x1a, '\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), 8, 6, 0, 0, 0, big(0, 4));
export const jpeg = (width: number, height: number) =>
  bytesOf(
    0xff,
    0xd8,
    0xff,
    0xe0,
    big(16, 2),
    'JFIF',
    new Uint8Array(10),
    0xff,
    0xc0,
    big(17, 2),
    8,
    big(height, 2),
    big(width, 2),
    new Uint8Array(12),
  );
const webp = (chunk: string, ...rest: (number | Uint8Array)[]) =>
  bytesOf('RIFF', little(60, 4), 'WEBP', chunk, little(40, 4), ...rest, new Uint8Array(16));
export const webpExtended = (width: number, height: number) => webp('VP8X', little(0, 4), little(width - 1, 3), little(height - 1, 3));
export const webpLossy = (width: number, height: number) =>
  webp('VP8 ', little(0, 3), 0x9d, 0x01, 0x2a, little(width, 2), little(height, 2));
export const webpLossless = (width: number, height: number) => webp('VP8L', 0x2f, little((width - 1) | ((height - 1) << 14), 4));
