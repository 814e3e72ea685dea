import { part } from '../chart.ts';

// What charts that show a link share. A chart imports it as `copying` and spreads the parts into the state that shows the link.

export type Event = { type: 'link.copied' } | { type: 'copy.failed' };

/** Transitions of the state. */
export const on = part({
  'link.copied': { target: '.copied', description: 'The link was copied to the clipboard.' },
  'copy.failed': { target: '.uncopied', description: 'The browser does not allow writing to the clipboard.' },
});

/** Its states; `made` is the first. */
export const states = part({
  made: { description: 'The link is ready to be shared.' },
  copied: {
    description: 'The link is on the clipboard, and the button says so.',
    tags: 'copied',
    meta: { announce: 'teacher_code_copied' },
  },
  uncopied: {
    description: 'The link could not be copied. The address can be selected and copied by hand.',
    tags: 'uncopied',
  },
});
