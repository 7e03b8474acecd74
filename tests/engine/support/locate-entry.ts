// A process that looks for a Temporal executable and says what it found.
import { toErrorRecord } from '../../../core/errors/benchwright-error.js';
import { locateTemporal, type LocateOptions } from '../../../engine/locate.js';

const options = JSON.parse(process.argv[2] ?? '') as LocateOptions;
const answer = await locateTemporal(options).catch((error: unknown) => ({ error: toErrorRecord(error) }));
process.stdout.write(`${JSON.stringify(answer)}\n`);
