import type { MtuBenchManifest } from '../../../core/mtu-bench/manifest.js';

/** What to cite: sources and the family's paper. */
export const citation = ({ sources }: MtuBenchManifest, paper: string): string =>
  [...sources.map(({ attribution }) => attribution), paper].join('; ');

/** The sources with their attributions. */
export const sourceNames = ({ sources }: MtuBenchManifest): string =>
  sources.map(({ name, attribution }) => `${name} (${attribution})`).join(', ');
