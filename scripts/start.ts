import { main } from '../server/main.ts';
import { build, isBuilt } from './build.ts';

if (!isBuilt()) {
  console.log('Building the pages…');
  await build();
}
await main();
