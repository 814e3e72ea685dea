import { outlined } from './icon.tsx';

export const IconGitMerge = /* @__PURE__ */ outlined(
  'M5 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M15 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M7 8l0 8M7 8a4 4 0 0 0 4 4h4',
);
