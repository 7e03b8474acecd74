import type { ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import { FieldRow } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;

/** The name of the merged tool, the only part of a pair that reviewers edit. */
export const PairForm = ({ item }: { readonly item: ToolPair }) => (
  <FieldRow
    path={['name']}
    label="Name of the merged tool"
    hint={`One of ${item.tools.map(({ document }) => document.name).join(', ')}, or a new one`}
    field={TEXT}
    value={item.name}
  />
);
