import { outlined } from './icon.tsx';

export const IconCheck = /* @__PURE__ */ outlined('M5 12l5 5l10 -10');
