// The modules that workers bundle with the specifications of extensions: the workflows, and the registry of pipelines.
export { registerFamily } from '../families/index.js';
export * from './index.js';
export { default } from './index.js';
