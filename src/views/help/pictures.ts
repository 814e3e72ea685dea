// Hashed addresses, which the service worker keeps once they were seen. `npm run docs:screenshots` takes the pictures.
const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true });

/** The address of a picture in a language; undefined if it does not exist. */
export const pictureAddress = (name: string, language: 'en' | 'es'): string | undefined => pictures[`./pictures/${name}.${language}.webp`];
