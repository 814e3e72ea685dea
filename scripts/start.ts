import { main } from '../server/main.ts';
import { build, isBuilt } from './build.ts';

try {
  if (!isBuilt()) {
    console.log('Building the pages…');
    await build();
  }
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
