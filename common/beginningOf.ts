/** Truncates a text to at most `most` whole characters, with an ellipsis if there is more. */
export function beginningOf(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text;
}
