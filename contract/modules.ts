/**
 * Parts of the product that a district or a school can switch off: the tabs of its navigation (specification, section 3) that have calls of
 * their own. Administration is none, because nobody could switch it on again.
 */
export const modules = [
  'content',
  'workspace',
  'assignments',
  'mygroups',
  'autograde',
  'rostering',
  'glossary',
  'quizsmart',
  'help',
] as const;
export type Module = (typeof modules)[number];
