import { expect, it } from 'vitest';
import { newPage } from './browser.ts';

const stopped = [/content security policy/i, /^console: This document requires 'Trusted/];

it('runs no script that is not our own, however it came into the page', async () => {
  const page = await newPage({ expected: stopped });
  await page.goto('/');
  const ran = await page.evaluate(async () => {
    const events: string[] = [];
    Object.assign(globalThis, { ran: (what: string) => events.push(what) });
    const attempt = (name: string, act: () => void) => {
      try {
        act();
      } catch {
        events.push(`${name} refused`);
      }
    };
    // The debugger's own call may use eval, but later code may not.
    await new Promise(requestAnimationFrame);
    attempt('markup', () => {
      document.body.insertAdjacentHTML('beforeend', '<img src="/missing.png" onerror="ran(\'markup\')">');
    });
    attempt('eval', () => {
      // biome-ignore lint/security/noGlobalEval: this is what must not work.
      eval("ran('eval')");
    });
    attempt('inline script', () => {
      const script = document.createElement('script');
      script.text = "ran('inline script')";
      document.body.append(script);
    });
    attempt('script address', () => {
      const script = document.createElement('script');
      script.src = 'data:text/javascript,ran("script address")';
      document.body.append(script);
    });
    const link = document.createElement('a');
    link.href = "javascript:ran('link')";
    const refused = new Promise((done) => document.addEventListener('securitypolicyviolation', done, { once: true }));
    link.click();
    await refused;
    return events;
  });
  expect(ran).toEqual(['markup refused', 'eval refused', 'inline script refused', 'script address refused']);
});
