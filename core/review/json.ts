export { jsonSchema } from '../own-record.js';
