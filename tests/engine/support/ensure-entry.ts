// A command of the product in small: needs the engine, says where it is, and stays until its input closes.
import { toErrorRecord } from '../../../core/errors/benchwright-error.js';
import { ensureEngine, type EnsureOptions } from '../../../engine/ensure.js';

const options = JSON.parse(process.argv[2] ?? '') as EnsureOptions;
try {
  const { address, origin, version } = await ensureEngine(options);
  process.stdout.write(`${JSON.stringify({ address, origin, version })}\n`);
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: toErrorRecord(error) })}\n`);
  process.exitCode = 1;
}
