import { outlined } from './icon.tsx';

export const IconExternalLink = /* @__PURE__ */ outlined(
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6M11 13l9 -9M15 4h5v5',
);
