import { vi } from 'vitest';

/** What jsdom lacks and the components ask for. Import it first in a test of components. */
class NoSizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoSizes);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
Element.prototype.scrollIntoView = () => {};
Element.prototype.getAnimations = () => [];
