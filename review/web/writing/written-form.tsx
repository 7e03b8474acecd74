import type { WrittenQuery } from '../../../core/review/written-query.js';
import { FieldRow } from '../form/field-row.js';
import type { WrittenWords } from './written-words.js';

const TEXT = { kind: 'text' } as const;

/** A form for the text of a query and the tools that its author suggests; the topic is given. */
export const WrittenForm = ({
  item,
  words: { tools },
}: {
  readonly item: WrittenQuery;
  readonly words: WrittenWords;
}) => (
  <>
    <FieldRow
      path={['query']}
      label="Query"
      hint={`${item.query.trim().length} characters, on one line`}
      field={TEXT}
      value={item.query}
      rows={5}
    />
    {tools && (
      <FieldRow
        path={['tools']}
        label={tools.label}
        hint={tools.hint}
        field={TEXT}
        value={item.tools}
        rows={3}
      />
    )}
  </>
);
