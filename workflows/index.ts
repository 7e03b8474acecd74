// Everything a worker may run. The name of a workflow is the name it is exported by.
export { mtuBench } from './mtu-bench.js';
export { exportDataset } from './export-dataset.js';
