// Builds the product: TypeScript to dist/, and the workflow bundle that workers load (one bundle for all workers).
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = new URL('../dist/', import.meta.url);

rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (tsc.status !== 0) {
  rmSync(dist, { recursive: true, force: true }); // half a product would start, and fail late
  process.exit(tsc.status ?? 1);
}

// What is read at run time beside the code: prompts, the report's template and style.
for (const folder of ['prompts/', 'outputs/report/']) {
  cpSync(new URL(folder, pathToFileURL(root)), new URL(folder, dist), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}
chmodSync(new URL('cli/main.js', dist), 0o755);

const { bundleWorkflowCode } = await import('@temporalio/worker');
const quiet = () => {};
const logger = {
  log: quiet,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: console.warn,
  error: console.error,
};
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('workflows/index.js', dist)),
  logger,
});
writeFileSync(new URL('workflow-bundle.js', dist), code);
