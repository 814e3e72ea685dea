import { expect, it } from 'vitest';
import { hasTextAlternatives } from '../../server/content/textAlternatives.ts';

const item = (html: string) => hasTextAlternatives({ kind: 'html', html });

it.each([
  ['no picture', '<p>Words alone</p>'],
  ['a picture with words', '<img src="a.png" alt="A leaf">'],
  ['a picture that adorns', "<img src='a.png' alt=''>"],
  ['words with a bracket', '<img src="a.png" alt="3 > 2">'],
  ['words without quotes', '<img src=a.png alt=leaf>'],
  ['a drawing with a title', '<svg><title>A leaf</title><path/></svg>'],
  ['a drawing with a label', '<svg aria-label="A leaf"><path/></svg>'],
  ['a drawing that refers to its title', '<svg aria-labelledby="t"><path/></svg>'],
  ['a drawing that adorns', '<svg aria-hidden="true"><path/></svg>'],
  ['a picture in a comment', '<!-- <img src="a.png"> -->'],
])('has text alternatives: %s', (_, html) => expect(item(html)).toBe(true));

it.each([
  ['a picture', '<p><img src="a.png"></p>'],
  ['the second picture', '<img src="a.png" alt="A leaf"><img src="b.png">'],
  ['words in another attribute', '<img src="a.png" data-alt="x" title=\' alt="x"\'>'],
  ['a drawing', '<svg><path/></svg>'],
  ['a drawing beside words', '<svg><path/></svg><p title="aria-label">A leaf</p>'],
  ['a drawing whose class is named like it', '<svg class="aria-label"><path/></svg>'],
])('has none: %s', (_, html) => expect(item(html)).toBe(false));

it('looks at every page, at films and at models', () => {
  const pages = { kind: 'pages', lexile: null, spanish_remark: null } as const;
  expect(hasTextAlternatives({ ...pages, pages: ['<p>One</p>', '<img src="a.png">'] })).toBe(false);
  expect(hasTextAlternatives({ ...pages, pages: ['<p>One</p>'] })).toBe(true);
  const model = { kind: 'interactive', simulation: 'x', parameters: {}, instructions_html: '<p>Try</p>' } as const;
  expect(hasTextAlternatives({ ...model, text_alternative_html: ' ' })).toBe(false);
  expect(hasTextAlternatives({ ...model, text_alternative_html: '<p>It moves</p>' })).toBe(true);
  expect(hasTextAlternatives({ ...model, instructions_html: '<svg/>', text_alternative_html: '<p>It moves</p>' })).toBe(false);
});
