interface CookieJar {
  getCookieStringSync: (url: string) => string;
  setCookieSync: (cookie: string, url: string) => void;
  removeAllCookiesSync: () => void;
}
/** The cookies of the page, HttpOnly ones too. */
export const cookieJar = (): CookieJar => (globalThis as unknown as { jsdom: { cookieJar: CookieJar } }).jsdom.cookieJar;

/** Clears what a browser keeps between visits: both storages and the cookies, including HttpOnly ones. */
export function forgetVisit(): void {
  localStorage.clear();
  sessionStorage.clear();
  cookieJar().removeAllCookiesSync();
}

/** Makes every pending `waitFor` look again at once. It looks when the page changes, and otherwise every 50 ms. */
export const lookAgain = () => void document.documentElement.toggleAttribute('data-looked-at');

/** Resets the page that many test files share. */
export function renewPage(): void {
  forgetVisit();
  history.replaceState(null, '', '/');
  document.title = '';
  // jsdom has no clipboard, so whatever is there now is a stub.
  Reflect.deleteProperty(navigator, 'clipboard');
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.body.replaceChildren();
}
