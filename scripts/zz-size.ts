import { dashboardFiles, readManifest, screensBeyond, sizeOf } from './sizes.ts';
const m = readManifest(); const d = dashboardFiles(m);
console.log('dashboard', sizeOf(d));
for (const s of screensBeyond(m, d).slice(0, 8)) console.log(s);
for (const s of screensBeyond(m, d).filter((x) => /help|Account/.test(x.name))) console.log(s);
