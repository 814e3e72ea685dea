import { overwriteGetLocale } from '../../src/paraglide/runtime.js';

// Node has no page that sets a language. Tests in another language set it themselves.
overwriteGetLocale(() => 'en');
