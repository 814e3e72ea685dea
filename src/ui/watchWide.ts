/**
 * Makes pictures and tables that scroll on a narrow screen reachable by keyboard, while they do.
 * @returns what stops it
 */
export function watchWide(element: HTMLElement): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const wide of element.querySelectorAll('figure, table')) observer.observe(wide);
  return () => observer.disconnect();
}
