/** Why a new password is refused that could be guessed. Screens know these words, and say them in the person's language. */
export const weakPassword = {
  names: 'This password is easy to guess: it is your name or the name of this product. Add words that have nothing to do with either.',
  common:
    'This password is one of the most common ones, which are guessed first. Choose another: three or four words that do not belong together are easy to remember and hard to guess.',
} as const;

/** Whether these words say that a new password could be guessed. */
export const isWeakPassword = (words: string): boolean => Object.values<string>(weakPassword).includes(words);
