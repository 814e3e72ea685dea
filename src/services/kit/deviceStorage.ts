/** Storage that lasts until the page is closed. */
class PageStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}

/** Whether this browser lets a page store data. */
export const hasDeviceStorage = (() => {
  try {
    return globalThis.localStorage !== null;
  } catch {
    // If storage is disabled, even reading the property throws, in libraries as well. They get one that lasts until the page is closed.
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, area, { value: new PageStorage() });
    return false;
  }
})();
