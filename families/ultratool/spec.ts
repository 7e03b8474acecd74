import type { FamilySpec } from '../../core/family.js';
import { CALL_REASONS } from '../../core/review/reject-reasons.js';
import { PLAN_KINDS } from '../../core/ultratool/item.js';
import { CHECK_STAGE, DISTRACTORS_STAGE, type UltraToolSettings } from '../../core/ultratool/run.js';
import { options } from './options.js';
import { pipeline } from './pipeline.js';

export const ultraTool: FamilySpec<'ultratool', UltraToolSettings, never> = {
  name: 'ultratool',
  title: 'plans as trees of steps with created tools, in the six tasks of UltraTool',
  paper:
    'Planning, Creation, Usage: Benchmarking LLMs for Comprehensive Tool Utilization in Real-World Complex Scenarios, ACL 2024, arXiv:2401.17167',
  stages: [
    { name: CHECK_STAGE, kind: 'whole set' },
    { name: DISTRACTORS_STAGE, kind: 'whole set' },
    { ...{ name: 'review', kind: 'review' }, when: ({ reviewed }) => reviewed },
    { name: 'export', kind: 'export' },
  ],
  review: { noun: 'samples', reasons: CALL_REASONS },
  gates: {},
  options,
  example: '--samples test.json --review ultratool --out our-samples',
  itemFilters: { settings: PLAN_KINDS },
  pipeline,
};
