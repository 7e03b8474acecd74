// Everything a worker may run. A workflow's type is its exported name.
export { ask, exportAnswers } from './ask.js';
export { correct, exportCorrections } from './correct.js';
export { mtuBench } from './mtu-bench.js';
export { tEval, exportPaths } from './t-eval.js';
export { exportDataset } from './export-dataset.js';
export { conversation } from './stages/conversations.js';
export { webhooks } from './webhooks.js';
