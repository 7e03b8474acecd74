import type { JsonValue } from '../../core/canonical.js';
import type { ToolShown } from '../../core/review/api.js';
import type { CheckedEdit, ContentChecks } from '../../core/review/kind.js';
import { ultraToolFindingText, ultraToolItemSchema, type UltraToolItem } from '../../core/ultratool/item.js';
import { numberOfStep, type UltraTool } from '../../core/ultratool/records.js';
import { checkUltraTool } from '../../stages/ultratool/check-item.js';
import { versionOfSample } from '../../stages/ultratool/review-items.js';
import { inPublishedOrder } from '../../transforms/ultratool/item-order.js';
import { guidelineIn } from '../parts/guideline.js';
import type { ReviewKind } from '../parts/review.js';
import { sampleLines } from './item-text.js';

/** A queue's content as a sample; it was checked when it was queued or edited. */
const asItem = (content: JsonValue): UltraToolItem => content as unknown as UltraToolItem;

const shown = ({ name, description, arguments: { properties } }: UltraTool): ToolShown => ({
  ...{ id: name, name, description },
  parameters: Object.entries(properties).map(([parameter, property]) => {
    const { type = '', description: about = '' } = property as { type?: string; description?: string };
    return { name: parameter, type: String(type), description: String(about), required: false };
  }),
});

const checks: ContentChecks = {
  checkEdit: (before, edited) => checkEdit(asItem(before), edited),
  documents: (content) => asItem(content).tools.map(shown),
  tools: () => ({ tools: [], total: 0 }),
  tool: (content, id) =>
    asItem(content)
      .tools.filter(({ name }) => name === id)
      .map(shown)[0],
};

/** Samples. */
export const sampleKind: ReviewKind = {
  view: 'JSON',
  checks: () => Promise.resolve(checks),
  fields: undefined,
  lines: (content) => sampleLines(asItem(content)),
  guideline: guidelineIn('ultratool.md'),
};

function checkEdit(before: UltraToolItem, edited: JsonValue): CheckedEdit {
  const read = ultraToolItemSchema.safeParse(edited);
  if (!read.success)
    return {
      ok: false,
      problems: read.error.issues.map(({ path, message }) => ({
        ...{ path: path.join('.'), text: message, kind: 'problem' as const },
      })),
    };
  const { language, kind } = before;
  const item = inPublishedOrder(before, { ...read.data, language, kind });
  return {
    ...{ ok: true, version: versionOfSample(item), content: item as unknown as JsonValue },
    findings: checkUltraTool(item).map((finding) => ({
      ...{ path: pathOf(item, finding.place), text: `${finding.kind}: ${ultraToolFindingText(finding)}` },
      kind: 'finding' as const,
    })),
  };
}

/** Where the form shows a finding. */
function pathOf({ plan }: UltraToolItem, place: string): string {
  const at = plan.findIndex(({ step }) => numberOfStep(step) === place);
  return at < 0 ? place : `plan.${at}`;
}
