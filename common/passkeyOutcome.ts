/** Code of a `Problem`: the browser's window for passkeys was closed, waited too long, or found none that fits. */
export const passkeyDismissed = -1;
