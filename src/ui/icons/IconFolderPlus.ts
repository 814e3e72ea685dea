import { outlined } from './icon.tsx';

export const IconFolderPlus = /* @__PURE__ */ outlined(
  'M12 19h-7a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v3.5M16 19h6M19 16v6',
);
