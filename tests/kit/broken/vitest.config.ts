import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tests/kit/broken/*.fixture.tsx'], setupFiles: ['tests/kit/setup.ts'] } });
