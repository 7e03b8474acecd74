import type { JsonValue } from '../../../core/canonical.js';
import { ownPart } from '../../../core/own-part.js';
import { MAPPED_PARTS, type MergeItem } from '../../../core/ultratool/merge-item.js';
import { FieldRow, ProblemsAt } from '../form/field-row.js';
import { mappingOf, withMergedName, withoutMember } from './merge-content.js';
import { contentOf } from './plan-content.js';
import { ToolFields } from './tool-fields.js';

interface Props {
  readonly item: MergeItem;
  readonly onContent: (content: JsonValue) => void;
}

/** A form for the merged tool and for the mapping of each tool's arguments and results to it. */
export function MergeForm({ item, onContent }: Props) {
  const { members, proposed, mappings } = item;
  const put = (next: MergeItem): void => onContent(contentOf(next));
  return (
    <>
      <fieldset className="turn-form">
        <legend>The merged tool</legend>
        <ToolFields
          tool={proposed}
          path={['proposed']}
          taken={[]}
          onTool={(tool) => put({ ...item, proposed: tool })}
          onName={(name) => put({ ...item, proposed: { ...proposed, name } })}
          onPropertyName={(part, from, to) => put(withMergedName(item, part, from, to))}
        />
      </fieldset>
      <ProblemsAt path={['members']} />
      <ProblemsAt path={['mappings']} />
      {members.map(({ name, ...member }, at) => {
        const mapping = mappingOf(item, name);
        const place = mapping === undefined ? mappings.length : mappings.indexOf(mapping);
        return (
          <fieldset key={name} className="turn-form">
            <legend>Mapping of {name}</legend>
            <p>{member.description}</p>
            <ProblemsAt path={['members', at, 'name']} />
            <ProblemsAt path={['mappings', place]} />
            {MAPPED_PARTS.map((part) => (
              <div key={part}>
                <ProblemsAt path={['mappings', place, part]} />
                {Object.keys(member[part].properties).map((property) => (
                  <FieldRow
                    key={property}
                    path={['mappings', place, part, property]}
                    label={`${part === 'arguments' ? 'Argument' : 'Result'} ${property}`}
                    field={{
                      ...{ kind: 'choice', numbers: false },
                      options: Object.keys(proposed[part].properties),
                    }}
                    value={ownPart(mapping?.[part], property)}
                  />
                ))}
              </div>
            ))}
            {members.length > 2 && (
              <button type="button" className="plain" onClick={() => put(withoutMember(item, name))}>
                Leave {name} out of the merge
              </button>
            )}
          </fieldset>
        );
      })}
    </>
  );
}
