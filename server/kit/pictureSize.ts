const marks = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** Walks the segments of a JPEG up to the one that begins the frame. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * Width and height that a PNG, JPEG or WebP claims in its head, in pixels, without decoding it: a few bytes can stand for a picture that
 * fills the memory of whoever looks at it. Undefined where the head is not whole.
 */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (marks(bytes, 1, 'PNG')) return marks(bytes, 12, 'IHDR') ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
  if (view.getUint16(0) === 0xffd8) return jpegSize(view);
  const u24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (marks(bytes, 12, 'VP8X')) return { width: u24(24) + 1, height: u24(27) + 1 };
  if (marks(bytes, 12, 'VP8 ')) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (marks(bytes, 12, 'VP8L')) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  return undefined;
}
