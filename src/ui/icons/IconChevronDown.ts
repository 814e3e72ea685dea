import { outlined } from './icon.tsx';

export const IconChevronDown = /* @__PURE__ */ outlined('M6 9l6 6l6 -6');
