/** The browser's voice. */
export interface Voice {
  /** Says a text; calls back when it is said, not when it is stopped. */
  say: (text: string, language: string, onSaid: () => void) => void;
  stop: () => void;
}

/** What is being said: there is one voice, whoever speaks with it. */
let current: SpeechSynthesisUtterance | undefined;

/** Some browsers say of what is called off that it has ended. */
function callOff(): void {
  current = undefined;
  speechSynthesis.cancel();
}

/** The voice of this browser, or undefined where it has none. */
export function browserVoice(): Voice | undefined {
  if (typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return undefined;
  return {
    say: (text, language, onSaid) => {
      callOff();
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
    stop: callOff,
  };
}
