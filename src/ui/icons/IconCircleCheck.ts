import { outlined } from './icon.tsx';

export const IconCircleCheck = /* @__PURE__ */ outlined('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4');
