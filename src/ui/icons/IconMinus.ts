import { outlined } from './icon.tsx';

export const IconMinus = /* @__PURE__ */ outlined('M5 12l14 0');
