import { outlined } from './icon.tsx';

export const IconFolderSymlink = /* @__PURE__ */ outlined(
  'M3 21v-4a3 3 0 0 1 3 -3h5M8 17l3 -3l-3 -3M3 11v-5a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8',
);
