/** What the page has copied, and whether the browser lets it copy. */
export const copying = { texts: [] as string[], isAllowed: true };

/** Stands in for the clipboard, which jsdom lacks. Call it once in a file. */
export function installClipboard(): void {
  const writeText = async (text: string) => {
    if (!copying.isAllowed) throw new Error('not allowed');
    copying.texts.push(text);
  };
  copying.texts = [];
  copying.isAllowed = true;
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}
