import { type ItemBody, Language } from '../../../contract/content.ts';

type Spoken = Extract<ItemBody, { kind: 'video' | 'film' }>;

/** Captions in one language. */
export interface Track {
  language: 'en' | 'es';
  captions: Spoken['captions'];
}

const languageOf = (language_id: number) => (language_id === Language.spanish ? 'es' : 'en');

/** The captions of a film or an animation by language, its own first; `language` is the item's. */
export const tracksOf = ({ captions, translations = [] }: Spoken, language: Track['language']): Track[] =>
  [
    { language, captions },
    ...translations.map(({ language_id, captions: translated }): Track => ({ language: languageOf(language_id), captions: translated })),
  ].filter((track) => track.captions.length > 0);

/** The captions in the user's chosen language; else in the item's own. */
export const captionsIn = (wanted: string, body: Spoken, language: Track['language']): Track =>
  tracksOf(body, language).find((track) => track.language === wanted) ?? { language, captions: body.captions };
