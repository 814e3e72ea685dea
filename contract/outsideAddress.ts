import * as v from 'valibot';

/** Address of another server that this one will ask, at most 500 characters: http or https, without a person, a query and a fragment. */
export const outsideAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.url(),
  v.check((text) => {
    if (!URL.canParse(text)) return true;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
  }, 'webAddress'),
);
