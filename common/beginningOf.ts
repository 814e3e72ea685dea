/** How a text begins: at most so many characters, none of them cut in two, and an ellipsis where there is more. */
export function beginningOf(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text;
}
