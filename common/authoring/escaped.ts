const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for markup, also within attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string);
