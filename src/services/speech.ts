/** The browser's voice. */
export interface Voice {
  /** Says a text; calls back when it is said, not when it is stopped. */
  say: (text: string, language: string, onSaid: () => void) => void;
  stop: () => void;
}

/** The voice of this browser, or undefined where it has none. */
export function browserVoice(): Voice | undefined {
  if (typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return undefined;
  let current: SpeechSynthesisUtterance | undefined;
  return {
    say: (text, language, onSaid) => {
      speechSynthesis.cancel();
      const utterance = new SpeechSynthesisUtterance(text);
      current = utterance;
      utterance.lang = language;
      // A little slower than talk: the reader follows with the eyes.
      utterance.rate = 0.9;
      utterance.onend = () => {
        if (current === utterance) onSaid();
      };
      speechSynthesis.speak(utterance);
    },
    stop: () => {
      current = undefined;
      speechSynthesis.cancel();
    },
  };
}
