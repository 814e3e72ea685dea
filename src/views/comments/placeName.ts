import { m } from '../../paraglide/messages.js';

/** The name of a place to read again. */
export const placeName = ({ place_title, heading }: { place_title: string; heading: string | null }): string =>
  heading === null ? place_title : m.comments_place({ title: place_title, heading });
