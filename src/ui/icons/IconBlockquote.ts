import { outlined } from './icon.tsx';

export const IconBlockquote = /* @__PURE__ */ outlined(
  'M6 15h15M21 19h-15M15 11h6M21 7h-6M9 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2M3 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2',
);
