import { outlined } from './icon.tsx';

export const IconPlus = /* @__PURE__ */ outlined('M12 5l0 14M5 12l14 0');
