// Everything a worker may run. The name of a workflow is the name it is exported by; the default one runs every family,
// under the family's name.
export { runFamily as default, exportAgain } from './family.js';
export { conversation } from './stages/conversations.js';
export { webhooks } from './webhooks.js';
