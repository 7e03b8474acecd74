// The supervisor's process in tests: what `benchwright supervise` is in the product.
import { runSupervisor } from '../../../engine/supervisor.js';
import { parseSupervisorSettings } from '../../../engine/supervisor-settings.js';

process.exitCode = await runSupervisor(parseSupervisorSettings(process.argv.at(-1) ?? ''));
