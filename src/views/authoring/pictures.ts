import { createContext, use, useSyncExternalStore } from 'react';
import { replacePictures } from '../../../common/authoring/richQuestion.ts';
import type { PictureCalls } from '../../services/authoring.ts';

/** Pictures of the quiz in the form. Documents name them; their bytes are loaded once, when one is shown. */
export interface Pictures {
  /** A picture as a `data:` address; undefined while it loads, and if the server does not have it. */
  dataOf: (picture_id: string) => string | undefined;
  /** HTML of a drawing that the text keeps, which has the name of a picture in it; undefined if it is a picture. */
  drawingOf: (name: string) => string | undefined;
  upload: (file: File, signal: AbortSignal) => Promise<string>;
  /** A picture to put into a file. */
  load: (picture_id: string, signal: AbortSignal) => Promise<{ media_type: string; bytes: Uint8Array<ArrayBuffer> }>;
  /** Calls back whenever a picture has loaded. */
  subscribe: (listener: () => void) => () => void;
  /** Changes whenever a picture has loaded. */
  version: () => number;
}

const loaders = () => import('../../services/authoring/pictures.ts');

/** A `data:` address of a few hundred kilobytes. */
async function dataAddress(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

export function picturesWith(calls: PictureCalls, drawings: ReadonlyMap<string, string> = new Map()): Pictures {
  /** Null: it is loading, or is not there. */
  const known = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  let version = 0;
  const note = (picture_id: string, data: string) => {
    known.set(picture_id, data);
    version++;
    for (const listener of listeners) listener();
  };
  return {
    dataOf: (picture_id) => {
      const data = known.get(picture_id);
      if (data === undefined) {
        known.set(picture_id, null);
        loaders()
          .then(({ pictureData }) => pictureData(calls, picture_id))
          .then(
            (loaded) => note(picture_id, loaded),
            // Its alternative text is shown; the next one to ask tries again.
            () => known.delete(picture_id),
          );
      }
      return data ?? undefined;
    },
    drawingOf: (name) => drawings.get(name),
    upload: async (file, signal) => {
      const { picture_id, picture } = await (await loaders()).uploadPicture(calls, file, signal);
      note(picture_id, await dataAddress(picture));
      return picture_id;
    },
    load: async (picture_id, signal) => (await loaders()).pictureBytes(calls, picture_id, signal),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => version,
  };
}

export const PicturesContext = createContext<Pictures | null>(null);

/** The pictures of the form around this view. */
export function usePictures(): Pictures {
  const pictures = use(PicturesContext);
  if (!pictures) throw new Error('There is no form of a quiz around this view.');
  return pictures;
}

/** HTML of the document with its pictures in place. */
export function useShown(html: string): string {
  const pictures = usePictures();
  useSyncExternalStore(pictures.subscribe, pictures.version);
  return replacePictures(html, (name, alt) => {
    const drawing = pictures.drawingOf(name);
    if (drawing !== undefined) return drawing;
    const data = pictures.dataOf(name);
    return data === undefined ? alt : `<img src="${data}" alt="${alt}">`;
  });
}
