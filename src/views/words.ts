import { getLocale } from '../paraglide/runtime.js';

/** A number in the user's locale. */
export const count = (value: number): string => value.toLocaleString(getLocale());
/** First name, then last. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`;
