type Listener = (text: string, assertive: boolean) => void;

let listener: Listener | null = null;

/**
 * Says a change once to people who use a screen reader. Needs one LiveRegion on the page; without it nothing is said.
 * `assertive` interrupts: only for what cannot wait.
 */
export function announce(text: string, { assertive = false }: { assertive?: boolean } = {}): void {
  listener?.(text, assertive);
}

/** For LiveRegion alone: receives what is announced until the returned function is called. */
export function listenToAnnouncements(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
