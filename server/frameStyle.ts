import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = ['src/ui/tokens.css', 'src/ui/diagram.css', 'server/provider/frame.css'];

/** Styles of the provider's frame: the product's tokens, so that it matches the page around it. */
export const frameStyle = (): string =>
  // The project root is one level up, from here and from `dist-server`.
  files.map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')).join('\n');
