/** Whether a text looks like an email address. Only sending a message tells whether the address exists. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
