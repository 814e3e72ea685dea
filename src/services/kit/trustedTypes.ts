type Rules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>;

/** The page's Trusted Types policy of this name, which its header must list; the rules themselves in a browser without such policies. */
export const createPolicy = <R extends Rules>(name: string, rules: R): R =>
  (globalThis as { trustedTypes?: { createPolicy: (name: string, rules: R) => R } }).trustedTypes?.createPolicy(name, rules) ?? rules;
