import { outlined } from './icon.tsx';

export const IconChevronLeft = /* @__PURE__ */ outlined('M15 6l-6 6l6 6');
