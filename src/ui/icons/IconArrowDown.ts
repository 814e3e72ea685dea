import { outlined } from './icon.tsx';

export const IconArrowDown = /* @__PURE__ */ outlined('M12 5l0 14M18 13l-6 6M6 13l6 6');
