import { outlined } from './icon.tsx';

export const IconPlayerPlay = /* @__PURE__ */ outlined('M7 4v16l13 -8l-13 -8');
