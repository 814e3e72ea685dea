// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { watchPage } from '../../src/services/quiz/device.ts';

it('a page that the browser brings back is told that somebody is here again; one that is shown for the first time is not', () => {
  const onBack = vi.fn<() => void>();
  const onHidden = vi.fn<() => void>();
  const stop = watchPage(onBack, onHidden);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(onBack).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(onHidden).toHaveBeenCalledOnce();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(onBack).toHaveBeenCalledOnce();
  stop();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(onBack).toHaveBeenCalledOnce();
});
