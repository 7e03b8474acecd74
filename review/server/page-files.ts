import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the build writes the page. */
export const builtPage = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../dist/review/web' : '../web', import.meta.url),
  );

const NOT_BUILT = `The review page is not built.

In a clone of the repository: npm run build
The API works without it: /api/openapi.json
`;

/**
 * Serves the page: its one document at `/`, its assets under `/assets/`. If the page is not built, the answer says so.
 */
export async function addPageFiles(app: FastifyInstance, folder: string): Promise<void> {
  const config = { role: 'anyone' } as const;
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', { config }, async (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT),
    );
    return;
  }
  await app.register(files, { root: folder, serve: false, preCompressed: true, dotfiles: 'ignore' });
  app.get('/', { config }, async (_request, reply) =>
    // Asset names change with their content, so only the document that names them must not be cached. The page keeps
    // its route behind the `#`, so there is no other document.
    reply.sendFile('index.html', { cacheControl: false, maxAge: 0 }),
  );
  app.get<{ Params: { '*': string } }>('/assets/*', { config }, async (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
  );
}
