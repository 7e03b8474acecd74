import type { OptionSpec } from '../../core/family.js';

export const options: readonly OptionSpec[] = [
  {
    flags: '--source <name=path>',
    description: 'published files to correct, such as mtu=DIR; may be repeated',
    ...{ value: 'list', group: 'Sources', regenerate: true },
  },
];
