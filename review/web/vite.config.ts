import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a gzipped copy beside each file, which the server sends as it is. */
const gzipped = (): Plugin => {
  let folder = '';
  return {
    name: 'gzipped',
    configResolved: ({ build }) => {
      folder = resolve(import.meta.dirname, build.outDir);
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (/\.(js|css|html)$/.test(name)) {
          const file = join(folder, name);
          writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
        }
    },
  };
};

/** Builds the review page as static files without inline scripts or styles, so that a strict CSP can be used. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), gzipped()],
  build: {
    outDir: '../../dist/review/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
  },
  logLevel: 'warn',
});
