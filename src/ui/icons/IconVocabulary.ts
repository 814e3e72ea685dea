import { outlined } from './icon.tsx';

export const IconVocabulary = /* @__PURE__ */ outlined(
  'M10 19h-6a1 1 0 0 1 -1 -1v-14a1 1 0 0 1 1 -1h6a2 2 0 0 1 2 2a2 2 0 0 1 2 -2h6a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-6a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2M12 5v16M7 7h1M7 11h1M16 7h1M16 11h1M16 15h1',
);
