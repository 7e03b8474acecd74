import { defineExtension } from 'benchwright/family';
import { spec } from './helpdesk/spec.js';
import { tickets } from './tickets.js';
import { turnsCsv } from './turns-csv.js';

export default defineExtension({
  name: 'example',
  sources: { tickets },
  exporters: [turnsCsv],
  families: [
    {
      spec,
      host: async () => (await import('./helpdesk/host.js')).host,
      sandbox: new URL('./helpdesk/spec.js', import.meta.url).href,
    },
  ],
});
