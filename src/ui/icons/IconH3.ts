import { outlined } from './icon.tsx';

export const IconH3 = /* @__PURE__ */ outlined(
  'M19 14a2 2 0 1 0 -2 -2M17 16a2 2 0 1 0 2 -2M4 6v12M12 6v12M11 18h2M3 18h2M4 12h8M3 6h2M11 6h2',
);
