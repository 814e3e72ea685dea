import type { Page } from 'playwright-core';

/** Speech without a voice: every sentence takes a moment. */
export const silentVoice = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    Object.defineProperty(globalThis, 'speechSynthesis', {
      value: {
        cancel: () => {},
        speak: (utterance: SpeechSynthesisUtterance) => {
          said.push(`${utterance.lang}: ${utterance.text}`);
          setTimeout(() => utterance.onend?.(new Event('end') as SpeechSynthesisEvent), 400);
        },
      },
    });
  });

/** The spoken sentences, each with its language. */
export const said = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
