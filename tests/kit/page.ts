/** Empties what a browser keeps of a visit: both storages and the cookies, those that no script sees too. */
export function forgetVisit(): void {
  localStorage.clear();
  sessionStorage.clear();
  const { jsdom } = globalThis as unknown as { jsdom: { cookieJar: { removeAllCookiesSync: () => void } } };
  jsdom.cookieJar.removeAllCookiesSync();
}

/** Makes the page that many test files share as it was when it was new. */
export function renewPage(): void {
  forgetVisit();
  history.replaceState(null, '', '/');
  document.title = '';
  // jsdom has none: what is there now stands in for it.
  Reflect.deleteProperty(navigator, 'clipboard');
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.body.replaceChildren();
}
