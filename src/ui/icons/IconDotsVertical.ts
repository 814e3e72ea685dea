import { outlined } from './icon.tsx';

export const IconDotsVertical = /* @__PURE__ */ outlined(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
);
