type Listener = (text: string, assertive: boolean) => void;

let listener: Listener | null = null;

/**
 * Announces a change once to screen readers. Needs one LiveRegion on the page; without it nothing happens. `assertive` interrupts: only for
 * urgent messages.
 */
export function announce(text: string, { assertive = false }: { assertive?: boolean } = {}): void {
  listener?.(text, assertive);
}

/** For LiveRegion only: subscribes to announcements until the returned function is called. */
export function listenToAnnouncements(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
