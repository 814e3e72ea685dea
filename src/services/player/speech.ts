/** The browser's voice. */
export interface Voice {
  /** Speaks a text; calls back when it is finished, not when it is stopped. */
  say: (text: string, language: string, onSaid: () => void) => void;
  stop: () => void;
}

/** The current utterance: all readers share one voice. */
let current: SpeechSynthesisUtterance | undefined;

/** Some browsers also fire `end` for a canceled utterance. */
function callOff(): void {
  current = undefined;
  speechSynthesis.cancel();
}

/** The voice of this browser; undefined if it has none. */
export function browserVoice(): Voice | undefined {
  if (typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return undefined;
  return {
    say: (text, language, onSaid) => {
      callOff();
      const utterance = new SpeechSynthesisUtterance(text);
      current = utterance;
      utterance.lang = language;
      // A little slower than speech, because the reader follows along.
      utterance.rate = 0.9;
      utterance.onend = () => {
        if (current === utterance) onSaid();
      };
      speechSynthesis.speak(utterance);
    },
    stop: callOff,
  };
}
