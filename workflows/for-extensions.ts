// What workers bundle with the specifications of extensions: the workflows, and the registry that their pipelines are
// looked up in.
export { registerFamily } from '../families/index.js';
export * from './index.js';
export { default } from './index.js';
