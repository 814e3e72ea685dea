import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = ['src/ui/tokens.css', 'src/ui/diagram.css', 'server/provider/frame.css'];

/** The look of the provider's frame: the product's own tokens, so that it suits the page around it. */
export const frameStyle = (): string =>
  // From here and from `dist-server`, the project's folder is one up.
  files.map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')).join('\n');
