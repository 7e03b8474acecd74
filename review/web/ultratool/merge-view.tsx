import { ownPart } from '../../../core/own-part.js';
import { checkMergeItem, type MergeItem } from '../../../core/ultratool/merge-item.js';
import { mappingOf } from './merge-content.js';
import { ToolView } from './tool-view.js';

/** The merged tool beside the tools that it would replace, each with the mapping of its arguments and results. */
export function MergeView({ item }: { readonly item: MergeItem }) {
  const { members, proposed } = item;
  return (
    <>
      <ToolView tool={proposed} label="The merged tool" />
      {checkMergeItem(item).map(({ path, text, breach }) => (
        <p key={path + text} className={breach ? 'problem' : 'finding'}>
          {breach ? 'Problem' : 'Finding'}: {text}
        </p>
      ))}
      <div className="pair tools">
        {members.map((member) => (
          <ToolView
            key={member.name}
            tool={member}
            note={(part, name) => (
              <MappedTo name={name} to={ownPart(mappingOf(item, member.name)?.[part], name)} />
            )}
          />
        ))}
      </div>
    </>
  );
}

const MappedTo = ({ name, to }: { readonly name: string; readonly to: string | undefined }) =>
  to === undefined || to === name ? null : (
    <span className="becomes">
      → <code>{to}</code>
    </span>
  );
