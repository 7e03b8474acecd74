import { defineExtension } from 'benchwright/family';
import { tickets } from './tickets.js';
import { turnsCsv } from './turns-csv.js';

export default defineExtension({
  name: 'example',
  sources: { tickets },
  exporters: [turnsCsv],
});
