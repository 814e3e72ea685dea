/** Code of a `Problem`: the browser's passkey dialog was closed, timed out, or found no matching passkey. */
export const passkeyDismissed = -1;
