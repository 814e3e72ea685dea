const firstPart = 'http://orrery.invalid';

/** The place in the product that a text names; null if it is not one of the signed-in area. */
export function placeOf(text: string | undefined): string | null {
  if (!text?.startsWith('/authenticated/') || !URL.canParse(text, firstPart)) return null;
  const { origin, pathname, search, hash } = new URL(text, firstPart);
  return origin === firstPart && pathname.startsWith('/authenticated/') ? pathname + search + hash : null;
}

/** The same for an address of this product at `origin`. */
export const placeAt = (origin: string, address: string | undefined): string | null =>
  placeOf(address?.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined);
