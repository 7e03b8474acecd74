import type { ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import { FieldRow } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;

/** What the one tool is called; nothing else of a pair is the reviewer's. */
export const PairForm = ({ item }: { readonly item: ToolPair }) => (
  <FieldRow
    path={['name']}
    label="Name of the merged tool"
    hint={`One of ${item.tools.map(({ document }) => document.name).join(', ')}, or a new one`}
    field={TEXT}
    value={item.name}
  />
);
